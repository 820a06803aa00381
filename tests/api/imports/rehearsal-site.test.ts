import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rewriteLinks } from '../../../api/imports/rewrite-links.ts';
import { tally } from '../../support/tally.ts';
import { site } from './support.ts';

const attempt = tally();

const FILES: Record<string, string> = {
  'site/index.html': '<a href="/post/a">A</a><link rel="stylesheet" href="/_assets/a.css">',
  'site/index.html.br': 'compressed',
  'site/404.html': '<a href="/">Home</a>',
  'site/.release.json': 'secret',
  'site/post/a/index.html': '<img src="/uploads/1-a.png">',
  'site/favicon.svg': '<svg/>',
  'site/feed.json': '{}',
  'uploads/1-a.png': 'png',
  'blog.db': 'secret',
  'entries.json': JSON.stringify([
    { id: 'a', title: '<A>', oldAddress: 'https://old.example/?p=1&q="', newAddress: '/post/a' },
    { id: 'draft', title: 'B', oldAddress: 'https://old.example/b', newAddress: null },
    { id: 'no-old', title: 'C', oldAddress: null, newAddress: '/post/c' },
    { id: 'bad', title: 'D', oldAddress: 'javascript:alert(1)', newAddress: '/post/d' },
  ]),
  upload: 'secret',
};

/** A site with a rehearsal of these files. `ask` opens a path in it. */
async function rehearsed() {
  const app = await site();
  const job = await app.rehearse();
  const folder = app.folderOf(job);
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const base = (job.address ?? '').replace(/\/$/, '');
  const ask = (path: string, method = 'GET') => app.call(`${method} ${base}${path}`);
  return { ...app, folder, base, ask };
}

describe('the rehearsed site', () => {
  it('is open to anyone with its address, with links that stay inside', async () => {
    const { ask, base } = await rehearsed();
    const home = await ask('/');
    expect([home.status, home.body]).toEqual([
      200,
      `<a href="${base}/post/a">A</a><link rel="stylesheet" href="/_assets/a.css">`,
    ]);
    expect((await ask('')).body).toBe(home.body);
    for (const path of ['/post/a', '/post/a/', '/post/a?from=mail']) {
      expect((await ask(path)).body, path).toBe(`<img src="${base}/uploads/1-a.png">`);
    }
  });

  it('is closed to scripts, caches, search engines and other sites', async () => {
    const { ask } = await rehearsed();
    for (const path of ['/', '/favicon.svg', '/nothing', '/uploads/1-a.png', '/uploads/2-b.png']) {
      const { headers } = await ask(path);
      expect(Object.fromEntries(headers), path).toMatchObject({
        'cache-control': 'private, no-store',
        'content-security-policy':
          "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'x-robots-tag': 'noindex, nofollow',
      });
    }
  });

  it('shows a post beside the one on the old site, without scripts', async () => {
    const { ask, base } = await rehearsed();
    const { status, body, headers } = await ask('/?compare=a');
    expect(status).toBe(200);
    expect(body).toContain('<title>Compare: &lt;A&gt;</title>');
    expect(body).toContain(
      '<iframe title="On the old site" src="https://old.example/?p=1&amp;q=&quot;" sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer">',
    );
    expect(body).toContain(`<iframe title="Here" src="${base}/post/a">`);
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha/);
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    for (const id of ['draft', 'no-old', 'bad', 'nobody', '']) {
      expect((await ask(`/?compare=${id}`)).status, id).toBe(404);
    }
  });

  it('sends files with their types, and pictures from its own folder or the live site', async () => {
    const { ask } = await rehearsed();
    const types = ['/', '/favicon.svg', '/feed.json', '/uploads/1-a.png'].map(async (path) => {
      const { status, headers } = await ask(path);
      return [status, headers.get('Content-Type')];
    });
    expect(await Promise.all(types)).toEqual([
      [200, 'text/html; charset=utf-8'],
      [200, expect.stringContaining('image/svg+xml')],
      [200, 'application/json; charset=utf-8'],
      [200, 'image/png'],
    ]);
    for (const path of ['/uploads/2-b.png', '/avatars/al-3.svg']) {
      const { status, headers } = await ask(path);
      expect([status, headers.get('Location')]).toEqual([302, path]);
    }
    const odd = await ask('/uploads/%2F%2Fevil.example%3F');
    expect(odd.headers.get('Location')).toBe('/uploads///evil.example%3F');
  });

  it('answers HEAD like GET, and no other method', async () => {
    const { ask } = await rehearsed();
    const head = await ask('/post/a', 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await ask('/post/a', method)).status).toBe(405);
    }
  });

  it('has its own page for what is missing', async () => {
    const { ask, base } = await rehearsed();
    const { status, body } = await ask('/post/nothing');
    expect([status, body]).toEqual([404, `<a href="${base}/">Home</a>`]);
  });

  it.each([
    '/../blog.db',
    '/..%2Fblog.db',
    '/..%2F..%2F..%2Fblog.db',
    '/%2e%2e/blog.db',
    '/%2e%2e%2fblog.db',
    '/..%5Cblog.db',
    '/post/..%2F..%2F..%2Fblog.db',
    '/uploads/..%2Fblog.db',
    '/uploads/..%2F..%2Fentries.json',
    '/uploads/%2e%2e%2fupload',
    '//blog.db',
    '/%2Fetc%2Fpasswd',
    '/.release.json',
    '/%2Erelease.json',
    '/index.html.br',
    '/index.html%00',
    '/%',
    '/%E0%A4%A',
    '/link/blog.db',
  ])('sends nothing outside its pages for %s', (path) =>
    attempt('files read through a rehearsal', async () => {
      const { ask, folder } = await rehearsed();
      await symlink(folder, join(folder, 'site/link'));
      const { status, body } = await ask(path);
      expect([404, 302]).toContain(status);
      expect(body).not.toMatch(/secret|compressed|root:/);
    }),
  );

  it('has only the secret address, and only while the rehearsal exists', async () => {
    const { ask, call, base, admin, begin } = await rehearsed();
    for (const wrong of [`${base}x`, base.slice(0, -1), '/api/rehearsal/', '/api/rehearsal/null']) {
      expect((await call(`GET ${wrong}/post/a`)).status, wrong).toBe(404);
    }
    await call('DELETE /api/imports', { as: admin });
    expect((await ask('/')).status).toBe(404);
    await begin('export');
    expect((await ask('/')).status).toBe(404);
  });

  it('keeps its address out of the log', async () => {
    const { ask, base, logged } = await rehearsed();
    for (const path of ['/', '/post/a', '/nothing', '/%E0%A4%A']) await ask(path);
    const secret = base.split('/').at(-1) ?? '';
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(logged())).not.toContain(secret);
  });
});

describe('links in a rehearsed page', () => {
  it.each([
    ['<a href="/">', '<a href="/r/">'],
    ["<a href='/a?b=1&amp;c=2#d'>", "<a href='/r/a?b=1&amp;c=2#d'>"],
    ['<a href=/a>', '<a href=/r/a>'],
    ['<A HREF = "/a" HREF="/b">', '<A HREF = "/r/a" HREF="/r/b">'],
    ['<img src="/uploads/a.png" alt="/a">', '<img src="/r/uploads/a.png" alt="/a">'],
    ['<img srcset="/a.png 1x, /b.png 2x">', '<img srcset="/r/a.png 1x, /r/b.png 2x">'],
    ['<img srcset="/a,/b.png 1x,\n  /c.png?x=1&amp;y, //d 2x">', null],
    ['<video poster="/a.png">', '<video poster="/r/a.png">'],
    ['<link imagesrcset="/a.png 480w">', '<link imagesrcset="/r/a.png 480w">'],
    ['<a href="https://example.com/a">', '<a href="https://example.com/a">'],
    ['<a href="//example.com/a">', '<a href="//example.com/a">'],
    ['<a href="/\\example.com">', '<a href="/\\example.com">'],
    ['<a href="#a"><a href="a"><a href>', '<a href="#a"><a href="a"><a href>'],
    ['<a href="&#47;a">', '<a href="&#47;a">'],
    ['<link href="/_assets/a.css">', '<link href="/_assets/a.css">'],
    ['<script>"<a href=\\"/a\\">"</script>', '<script>"<a href=\\"/a\\">"</script>'],
    ['<!-- <a href="/a"> -->', '<!-- <a href="/a"> -->'],
    ['text href="/a" <p data-href="/a">', 'text href="/a" <p data-href="/a">'],
    ['<a href="/a', '<a href="/a'],
  ])('%s', (html, expected) => {
    const inList = '<img srcset="/r/a,/b.png 1x,\n  /r/c.png?x=1&amp;y, //d 2x">';
    expect(rewriteLinks(html, '/r')).toBe(expected ?? inList);
  });
});
