import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Site } from '../../api/contract/site.ts';
import type { Renderer } from '../../api/publish/types.ts';
import { DEFAULTS } from '../../api/site/read-site.ts';
import { siteInput } from '../../api/site/schema.ts';
import { ensureBuild } from '../../scripts/build.ts';
import { makePost, testDatabase } from '../support/database.ts';
import { expectValidJsonFeed, expectValidRss } from '../support/feeds.ts';
import { isFullRun } from '../support/full-run.ts';
import { structureOf, textsOf } from '../support/markup.ts';
import { ADDRESS_PAYLOADS, HTML_PAYLOADS, TEXT_PAYLOADS } from '../support/payloads.ts';
import { SITE_FIELDS, textAt } from '../support/site-fields.ts';
import { tally } from '../support/tally.ts';

// Pages with hostile settings have the elements, attributes and addresses of pages with harmless
// ones: whatever the settings say, it's only text.

const SITE_URL = 'https://site.example';
const PAYLOADS = [
  ...[...Object.values(HTML_PAYLOADS).flat(), ...TEXT_PAYLOADS, ...ADDRESS_PAYLOADS],
  ...['=1+1', '@SUM(1)', '+1', '-1', 'a\u202eb', '\u2066a\u2069', 'x'.repeat(40)],
];
/** Only `npm run test:all` renders the pages for each of them. */
const EVERY = isFullRun ? 1 : 8;

const PAGES = [
  ...['/', '/about', '/contact', '/privacy-policy', '/terms', '/post/post', '/search', '/tags'],
  ...['/category/another', '/archive', '/authors', '/recent-stories', '/signin', '/signup'],
  ...['/forgot-password', '/dashboard', '/create-post', '/404'],
];

const attack = tally();
let renderer: Renderer;

beforeAll(async () => {
  const database = await testDatabase(afterAll);
  await makePost(database, { slug: 'post', title: 'A post', category: 'another' });
  process.env.DATABASE_URL = database.url;
  process.env.DATA_DIR = database.folder;
  process.env.SITE_URL = SITE_URL;
  renderer = await import((await ensureBuild()).rendererEntry);
});

afterAll(() => {
  for (const name of ['DATABASE_URL', 'DATA_DIR', 'SITE_URL']) delete process.env[name];
});

/** The texts that each field stores, by its path. */
const ACCEPTED = new Map(
  SITE_FIELDS.filter(({ kind }) => kind === 'text').map((field) => {
    const stored = PAYLOADS.flatMap((payload) => {
      const { data } = siteInput.safeParse(field.with(payload));
      return data ? textAt(data, field.path) : [];
    });
    return [field.path, [...new Set(stored)]] as const;
  }),
);
const BATCHES = Math.max(...[...ACCEPTED.values()].map(({ length }) => length));

const category = (slug: string) => ({ slug, label: 'A', editorLabel: 'B', chipLabel: 'C' });
/** Settings with something in every field. */
const HARMLESS: Site = {
  ...DEFAULTS,
  categories: [category('uncategorized'), category('another')],
  searchOrder: ['another', 'uncategorized'],
  owner: { ...DEFAULTS.owner, links: [{ label: 'Me', href: 'https://me.example/' }] },
};

/** Returns the settings with `textOf` in each field; `place` is another number for each. */
function filled(textOf: (path: string, place: number) => string): Site {
  let place = 0;
  const fill = (value: unknown, path: string): unknown => {
    if (ACCEPTED.has(path)) return textOf(path, place++);
    if (Array.isArray(value)) return value.map((item) => fill(item, path));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, item]) => [key, fill(item, path === '' ? key : `${path}.${key}`)]),
    );
  };
  return siteInput.parse(fill(HARMLESS, '')) as Site;
}

const hostile = (batch: number) =>
  filled((path, place) => {
    const texts = ACCEPTED.get(path) ?? [];
    return texts[(batch + place * 17) % texts.length] ?? '';
  });

let renders = 0;
async function read(path: string, site: Site): Promise<string> {
  renderer.setSite?.({ version: 1, hash: String(renders++), site, changedAt: {} });
  return await (await renderer.render(`${SITE_URL}${path}`)).text();
}

/** Escaped `<`: no browser can take a part of it for the end of the script. */
function expectData(html: string): unknown[] {
  return textsOf(html).data.map((text) => {
    expect(text).not.toContain('<');
    return JSON.parse(text);
  });
}

test('pages with hostile settings differ from others only in their texts', { tags: 'long' }, () =>
  attack(
    'pages with hostile settings',
    async () => {
      const plain = filled((_, place) => `Text ${place}`);
      const expected = new Map<string, string[]>();
      /** Fragments of pages don't have it. */
      const withName = new Set<string>();
      for (const path of PAGES) {
        const html = await read(path, plain);
        expected.set(path, structureOf(html));
        if (textsOf(html).text.includes(plain.name)) withName.add(path);
      }
      expect(withName.size).toBeGreaterThan(PAGES.length / 2);
      for (let batch = 0; batch < BATCHES; batch += EVERY) {
        const site = hostile(batch);
        for (const path of PAGES) {
          const html = await read(path, site);
          expect([path, site, structureOf(html)]).toEqual([path, site, expected.get(path)]);
          expectData(html);
          if (withName.has(path)) expect(textsOf(html).text).toContain(site.name);
        }
      }
    },
    Math.ceil(BATCHES / EVERY) * PAGES.length,
  ),
);

test('feeds, structured data, the manifest and security.txt have hostile settings as texts', () =>
  attack(
    'feeds and files with hostile settings',
    async () => {
      for (let batch = 0; batch < BATCHES; batch += EVERY) {
        const site = hostile(batch);
        const rss = await read('/rss.xml', site);
        expectValidRss(rss, `${SITE_URL}/rss.xml`);
        const { channel } = new XMLParser({ parseTagValue: false, trimValues: false }).parse(
          rss,
        ).rss;
        expect(channel).toMatchObject({ title: site.name });
        const feed = await read('/feed.json', site);
        expectValidJsonFeed(feed, `${SITE_URL}/feed.json`);
        expect(JSON.parse(feed)).toMatchObject({ title: site.name });
        expectValidRss(
          await read('/category/another/rss.xml', site),
          `${SITE_URL}/category/another/rss.xml`,
        );
        const { name, description } = site;
        const manifest = JSON.parse(await read('/manifest.webmanifest', site));
        expect(manifest).toMatchObject({ name, short_name: name, description });
        expect(expectData(await read('/', site))).toContainEqual(
          expect.objectContaining({ '@type': 'WebSite', name, description }),
        );
        const security = await read('/.well-known/security.txt', site);
        expect(security.trim().split('\n')).toHaveLength(4);
      }
    },
    Math.ceil(BATCHES / EVERY) * 6,
  ));

const RUNS = /=(?:javascript|data|vbscript|blob|file):| on\w+/i;

test('hostile addresses stay in their attributes, and none runs code', async () => {
  const addresses = [...ADDRESS_PAYLOADS, ...TEXT_PAYLOADS];
  await attack(
    'hostile addresses in the settings, on a page',
    async () => {
      for (const field of SITE_FIELDS.filter(({ kind }) => kind === 'address')) {
        for (const address of addresses) {
          const { data } = siteInput.safeParse({ ...HARMLESS, ...field.with(address) });
          if (!data) continue;
          const html = await read('/about', data as Site);
          const running = structureOf(html).filter((element) => RUNS.test(element));
          expect([field.path, address, running]).toEqual([field.path, address, []]);
        }
      }
    },
    addresses.length,
  );
});
