import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { readSitemap } from '../../../../cli/rehearsal/sitemap.ts';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (...pages: string[]) =>
  `<?xml version="1.0"?><urlset ${NAMESPACE}>${pages.map((page) => `<url><loc>${page}</loc></url>`).join('')}</urlset>`;

/** Serves files, and returns what is read from the first one. */
async function read(files: (origin: string) => Record<string, string | Buffer>, path = '/s.xml') {
  const server = createServer(({ url = '' }, response) => {
    const body = files(origin)[url];
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const problems: string[] = [];
  const addresses = await readSitemap(origin + path, {
    isAllowed: () => true,
    onProblem: (url, what) => problems.push(`${url.replace(origin, '')}: ${what}`),
  });
  return { addresses, problems };
}

it('reads the addresses of pages, with escapes and CDATA', async () => {
  const { addresses } = await read(() => ({
    '/s.xml': urlset('https://old.example/?a=1&amp;b=2', '<![CDATA[https://old.example/b]]>'),
  }));
  expect(addresses).toEqual(['https://old.example/?a=1&b=2', 'https://old.example/b']);
});

it('reads only the addresses of pages, not those of their pictures', async () => {
  const image = '<image:image><image:loc>https://old.example/a.png</image:loc></image:image>';
  const page = `<url><loc>https://old.example/a</loc>${image}</url>`;
  const { addresses } = await read(() => ({
    '/s.xml': `<urlset ${NAMESPACE} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${page}</urlset>`,
  }));
  expect(addresses).toEqual(['https://old.example/a']);
});

it('reads each sitemap of an index once, even if it’s compressed', async () => {
  const { addresses, problems } = await read((origin) => ({
    '/s.xml': `<sitemapindex ${NAMESPACE}>${['/1.xml.gz', '/2.xml', '/missing.xml', '/s.xml']
      .map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`)
      .join('')}</sitemapindex>`,
    '/1.xml.gz': gzipSync(urlset('https://old.example/1')),
    '/2.xml': urlset('https://old.example/2', 'https://old.example/1'),
  }));
  expect(addresses.sort()).toEqual(['https://old.example/1', 'https://old.example/2']);
  expect(problems).toEqual([
    "/missing.xml: The sitemap couldn't be read: the server answered with status 404.",
  ]);
});

it.each([
  ['a page', '<!doctype html><html></html>', 'it has a DOCTYPE'],
  ['text', 'nothing here', "it isn't well-formed XML"],
  ['another feed', '<rss><channel><link>https://a.example</link></channel></rss>', 'no addresses'],
  [
    'an entity bomb',
    '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><urlset><url><loc>&c;</loc></url></urlset>',
    'it has a DOCTYPE',
  ],
  ['a bomb', gzipSync(Buffer.alloc(60 * 1024 * 1024)), 'larger than 50 MB'],
])('refuses %s with a sentence', async (_, body, sentence) => {
  await expect(read(() => ({ '/s.xml': body }))).rejects.toThrow(sentence);
});

it('refuses addresses that are not public', async () => {
  const onProblem = () => undefined;
  for (const url of ['http://127.0.0.1/s.xml', 'http://[::1]/', 'file:///etc/passwd', 'nonsense']) {
    await expect(readSitemap(url, { onProblem }), url).rejects.toThrow("couldn't be read");
  }
});
