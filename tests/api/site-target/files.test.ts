import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { INDEX_PATH } from '../../../api/contract/search.ts';
import {
  addressOf,
  listSite,
  objectHeaders,
  PHASES,
  phaseOf,
  siteFile,
  siteFilesOf,
} from '../../../api/site-target/files.ts';
import { emptyFolder } from '../../support/database.ts';

/** The index in keys of objects, which have no slash at the start. */
const INDEX = INDEX_PATH.slice(1);

describe('the key of a file', () => {
  test.each([
    ['post/x/index.html', 'post/x', '/post/x'],
    ['index.html', 'index.html', '/'],
    ['archive/2026/11/index.html', 'archive/2026/11', '/archive/2026/11'],
    ['404.html', '404.html', '/404.html'],
    ['rss.xml', 'rss.xml', '/rss.xml'],
    ['.well-known/security.txt', '.well-known/security.txt', '/.well-known/security.txt'],
  ])('%s is %s, for the address %s', (file, key, address) => {
    expect(siteFile(file)).toEqual({ file, key });
    expect(addressOf(key)).toBe(address);
    expect(siteFilesOf(address)[0]).toEqual({ file, key });
  });

  test.each([
    '.release.json',
    'index.html.br',
    'post/x/index.html.gz',
    'post/x/index.html.1a2b.tmp',
    'post/.hidden/index.html',
    '.git/config',
  ])("%s isn't copied", (file) => {
    expect(siteFile(file)).toBeUndefined();
  });
});

test('nothing is uploaded before what it refers to', () => {
  const order = [
    '_assets/app.A1.js',
    'og/x/0123456789ab.png',
    `${INDEX}/shard-1/words.pf_meta`,
    'post/x',
    'index.html',
    'rss.xml',
    `${INDEX}/index.json`,
    'about',
    'search',
    'sitemap.xml',
    'archive/2026/11',
  ];
  const phases = order.map((key) => PHASES.indexOf(phaseOf(key)));
  expect(phases).toEqual([0, 1, 1, 2, 3, 3, 3, 3, 3, 4, 4]);
});

describe('the headers of an object', () => {
  const page = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30';
  const forever = 'public, max-age=31536000, immutable';
  test.each([
    ['post/x/index.html', 'text/html; charset=utf-8', page],
    ['index.html', 'text/html; charset=utf-8', page],
    ['404.html', 'text/html; charset=utf-8', 'no-store'],
    ['dashboard/index.html', 'text/html; charset=utf-8', 'no-store'],
    ['rss.xml', 'application/xml; charset=utf-8', page],
    ['category/css/rss.xml', 'application/xml; charset=utf-8', page],
    ['sitemap.xml', 'application/xml; charset=utf-8', page],
    [`${INDEX}/index.json`, 'application/json; charset=utf-8', page],
    ['_assets/app.A1.js', 'text/javascript; charset=utf-8', forever],
    ['_assets/app.A1.css', 'text/css; charset=utf-8', forever],
    ['og/x/0123456789ab.png', 'image/png', 'public, max-age=86400'],
    ['.well-known/security.txt', 'text/plain; charset=utf-8', page],
  ])('%s: %s, %s', (file, type, cacheControl) => {
    const headers = objectHeaders(siteFile(file) ?? expect.unreachable());
    expect(headers['Content-Type'].toLowerCase()).toBe(type);
    expect(headers['Cache-Control']).toBe(cacheControl);
  });
});

test('a folder is listed with its folders, without hidden files', async () => {
  const root = await emptyFolder();
  for (const name of ['index.html', 'a/b/index.html', 'a/x.js', 'a/x.js.br', '.release.json']) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), '');
  }
  const keys = (await listSite(root)).map(({ key }) => key);
  expect(keys.sort()).toEqual(['a/b', 'a/x.js', 'index.html']);
  expect(await listSite(root, 'missing')).toEqual([]);
  await expect(listSite(join(root, 'missing'))).rejects.toThrow('ENOENT');
});
