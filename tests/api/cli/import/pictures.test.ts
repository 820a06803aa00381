import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ForeignSource } from '../../../../cli/import/source.ts';
import { type ImportOptions, importContent } from '../../../../cli/import.ts';
import type { RawRecord } from '../../../../cli/import-sources.ts';
import { findDocument } from '../../../../db/queries/documents.ts';
import { findPostById } from '../../../../db/queries/posts.ts';
import { listRevisions } from '../../../../db/queries/revisions.ts';
import { testApp } from '../../../support/app.ts';
import { readFeed } from '../../../support/database.ts';
import { PNG, silent } from '../support.ts';

const ID = 'a'.repeat(24);
const DRAFT = 'b'.repeat(24);

/** A site with pictures. `files` can change while it runs. */
async function otherSite() {
  const requests: string[] = [];
  const files = new Map<string, Buffer>([
    ['/photo.png?w=1&h=2', PNG],
    ['/cover.png', PNG],
    ['/note.png', Buffer.from('not a picture')],
    ['/large.png', Buffer.alloc(11 * 1024 * 1024)],
  ]);
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    if (url === '/moved.png') response.writeHead(302, { Location: '/cover.png' }).end();
    else if (url === '/away.png') {
      response.writeHead(302, { Location: 'http://[::1]:1/secret' }).end();
    } else if (url === '/loop.png') response.writeHead(302, { Location: '/loop.png' }).end();
    else if (files.has(url)) response.end(files.get(url));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, requests, files };
}

function source(content: string, image: string): ForeignSource {
  async function* records(): AsyncGenerator<RawRecord> {
    const times = { createdAt: '2024-01-01T10:00:00Z', updatedAt: '2024-01-01T10:00:00Z' };
    const user = { _id: 'c'.repeat(24), username: 'writer', email: 'w@old.example', ...times };
    yield { collection: 'users', raw: user };
    const post = { userId: user._id, title: 'Pictures', slug: 'pictures', content, image };
    yield { collection: 'posts', raw: { _id: ID, ...post, ...times } };
    const draft = { ...post, slug: '', status: 'draft', ...times };
    yield { collection: 'documents', raw: { _id: DRAFT, ...draft } };
  }
  return { summary: 'A test', records };
}

async function setUp() {
  const app = await testApp();
  const site = await otherSite();
  const photo = `${site.url}/photo.png?w=1&amp;h=2`;
  const content =
    `<p>Before <a href="${photo}"><img src="${photo}"></a><img src="${site.url}/gone.png"></p>` +
    `<pre>&lt;img src="${photo}"&gt;</pre>`;
  const run = (options: Partial<ImportOptions> = {}) =>
    importContent({
      env: app.services.env,
      from: { foreign: source(content, `${site.url}/cover.png`) },
      say: silent,
      isAllowed: (address) => address === '127.0.0.1',
      ...options,
    });
  const post = async () => {
    const found = await findPostById(app.database.read, ID);
    if (!found) throw new Error('The post is missing');
    return found;
  };
  return { app, site, photo, run, post };
}

const whats = (report: { findings: { kind: string; id: string; what: string }[] }) =>
  report.findings.filter(({ kind }) => kind === 'picture').map(({ id, what }) => [id, what]);

it('pictures of other sites stay there by default, and the report names them', async () => {
  const { site, run, post } = await setUp();
  const { report } = await run();
  const what = 'It stays on the other site.';
  expect(whats(report)).toEqual(
    ['cover.png', 'photo.png?w=1&h=2', 'gone.png'].map((name) => [`${site.url}/${name}`, what]),
  );
  expect(site.requests).toEqual([]);
  expect((await post()).image).toBe(`${site.url}/cover.png`);
});

it('the report names files of the old site that posts link to', async () => {
  const app = await testApp();
  const links = [
    ['https://old.example/files/a.pdf?x=1&amp;y=2', 'A PDF, also on'],
    ['https://www.old.example/files/b.zip', 'the other host'],
    ['https://old.example/2019/page.html', 'a page'],
    ['https://old.example/about', 'a page'],
    ['https://elsewhere.example/c.pdf', 'not on the old site'],
  ].map(([href, text]) => `<a href="${href}">${text}</a>`);
  const from = { ...source(`<p>${links.join(' ')}</p>`, ''), oldSite: 'https://old.example/blog' };
  const { report } = await importContent({
    env: app.services.env,
    from: { foreign: from },
    say: silent,
  });
  const what = 'A link leads to this file, which stays on the other site.';
  expect(report.findings.filter((found) => found.what === what).map(({ id }) => id)).toEqual([
    'https://old.example/files/a.pdf?x=1&y=2',
    'https://www.old.example/files/b.zip',
  ]);
});

it('pictures are copied once, and those that failed are tried again', async () => {
  const { app, site, photo, run, post } = await setUp();
  const first = await run({ pictures: 'fetch' });
  const gone = `${site.url}/gone.png`;
  const failed = 'It stays on the other site: the server answered with status 404.';
  expect(whats(first.report)).toEqual([[gone, failed]]);
  const { content, image, updatedAt } = await post();
  expect(image).toMatch(/^\/uploads\/0000000000001-[0-9a-f]{16}-cover\.png$/);
  const [, stored] = /<img src="([^"]*)"/.exec(content) ?? [];
  expect(stored).toMatch(/^\/uploads\/0000000000001-[0-9a-f]{16}-photo\.png$/);
  expect(content).toContain(`<a href="${stored}"`);
  expect(content).toContain(`<img src="${gone}"`);
  // Text stays as it is.
  expect(content).toContain(photo.slice(photo.indexOf('/photo')));
  const draft = await findDocument(app.database.read, DRAFT);
  expect([draft?.content, draft?.image]).toEqual([content, image]);
  const names = await readdir(join(app.services.env.dataDir, 'uploads'));
  expect(names).toContain(image.split('/').at(-1));

  site.files.set('/gone.png', PNG);
  site.requests.length = 0;
  const feed = (await readFeed(app.database)).length;
  const second = await run({ pictures: 'fetch' });
  expect(site.requests).toEqual(['/gone.png']);
  expect(second.report.tally.posts).toMatchObject({ updated: 1, unchanged: 0 });
  expect(second.report.tally.documents).toMatchObject({ updated: 1 });
  const next = await post();
  expect(next.content).not.toContain(`<img src="${site.url}`);
  expect(next.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
  const document = await findDocument(app.database.read, ID);
  expect([document?.status, document?.content]).toEqual(['published', next.content]);
  expect(await listRevisions(app.database.read, ID)).not.toHaveLength(0);
  expect((await readFeed(app.database)).length).toBe(feed + 1);

  const third = await run({ pictures: 'fetch' });
  expect(site.requests).toEqual(['/gone.png']);
  expect(third.report.tally.posts).toMatchObject({ updated: 0, unchanged: 1 });
});

it('an import that left pictures where they were copies them the next time', async () => {
  const { app, run, post } = await setUp();
  await run();
  const { report } = await run({ pictures: 'fetch' });
  expect(report.tally.posts).toMatchObject({ updated: 1 });
  expect((await post()).image).toMatch(/^\/uploads\//);
  expect((await findDocument(app.database.read, DRAFT))?.image).toMatch(/^\/uploads\//);
});

it('a dry run copies nothing', async () => {
  const { site, run } = await setUp();
  const { report } = await run({ pictures: 'fetch', dryRun: true });
  expect(whats(report)[0]).toEqual([`${site.url}/cover.png`, 'It would be copied.']);
  expect(site.requests).toEqual([]);
});

it.each([
  ['note.png', "it isn't a JPEG, PNG, WebP, AVIF or GIF picture."],
  ['large.png', 'it is larger than 10 MB.'],
  ['loop.png', 'it redirects too often.'],
  ['away.png', '[::1]:1 is not a public address.'],
])('%s stays on the other site: %s', async (name, why) => {
  const { app, site, run } = await setUp();
  const from = { foreign: source('<p>Text</p>', `${site.url}/${name}`) };
  const { report } = await run({ from, pictures: 'fetch' });
  expect(whats(report)).toEqual([[`${site.url}/${name}`, `It stays on the other site: ${why}`]]);
  expect((await findPostById(app.database.read, ID))?.image).toBe(`${site.url}/${name}`);
});

it('a redirect leads to the picture', async () => {
  const { site, run, post } = await setUp();
  await run({
    from: { foreign: source('<p>Text</p>', `${site.url}/moved.png`) },
    pictures: 'fetch',
  });
  expect((await post()).image).toMatch(/^\/uploads\/.*-moved\.png$/);
});

it.each(['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '2130706433', '0.0.0.0'])(
  'nothing is requested from %s',
  async (host) => {
    const { app, site, run } = await setUp();
    const address = `http://${host}:${new URL(site.url).port}/cover.png`;
    const options = { from: { foreign: source('<p>Text</p>', address) }, env: app.services.env };
    const { report } = await importContent({ ...options, pictures: 'fetch', say: silent });
    expect(whats(report)[0]?.[1]).toContain('is not a public address');
    expect(site.requests).toEqual([]);
    await run({ ...options });
  },
);
