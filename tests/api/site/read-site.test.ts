import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Site } from '../../../api/contract/site.ts';
import { DEFAULTS, readSite } from '../../../api/site/read-site.ts';
import { siteInput } from '../../../api/site/schema.ts';
import { testDatabase } from '../../support/database.ts';
import { ADDRESS_PAYLOADS, HTML_PAYLOADS, TEXT_PAYLOADS } from '../../support/payloads.ts';
import { storeSite } from '../../support/site.ts';

async function readStored(values: Record<string, unknown> | string) {
  const database = await testDatabase();
  await storeSite(database, values);
  return await readSite(database.read);
}

function message(site: unknown): string | undefined {
  return siteInput.safeParse(site).error?.issues[0]?.message;
}

test('src/site.config.ts is the file of earlier releases: git merges owners’ copies', async () => {
  const file = await readFile('src/site.config.ts');
  const blob = createHash('sha1').update(`blob ${file.length}\0`).update(file);
  // As `git hash-object` prints it for 0.5.0, 0.6.0 and 0.7.0. Other defaults belong into
  // api/contract/site.ts.
  expect(blob.digest('hex')).toBe('00e292ed9580be0744e313465aacdfff3b36ffa3');
});

test('the defaults are valid, and stay as they are', () => {
  expect(siteInput.parse(DEFAULTS)).toEqual(DEFAULTS);
});

test.each(['not JSON', '"text"', '1', 'null', '[1]', '{}'])(
  'a stored text without values (%s) gives the defaults',
  async (text) => {
    const { site, version } = await readStored(text);
    expect([site, version]).toEqual([DEFAULTS, 1]);
  },
);

test('a value that this release can’t use has its default, and the others count', async () => {
  const { site } = await readStored({
    name: 'Slow Web',
    tagline: 7,
    language: 'not a language',
    contact: { email: 'me@example.org' },
    homeLayout: 'mosaic',
    toString: 'x',
    of: 'a later release',
  });
  expect(site).toEqual({ ...DEFAULTS, name: 'Slow Web' });
});

test('equal values have the same hash, whatever the version and the order of keys', async () => {
  const hash = async (values: object) => (await readStored({ ...values })).hash;
  const { contact } = DEFAULTS;
  const reversed = Object.fromEntries(Object.entries(contact).reverse());
  const [all, none, sorted, other] = [
    await hash({ name: DEFAULTS.name, contact }),
    await hash({}),
    await hash({ contact: reversed }),
    await hash({ name: 'Slow Web' }),
  ];
  expect(new Set([all, none, sorted]).size).toBe(1);
  expect(all).toMatch(/^[0-9a-f]{12}$/);
  expect(other).not.toBe(all);
});

test('the newest version applies, even if an older one was read before', async () => {
  const database = await testDatabase();
  const names: string[] = [];
  for (const name of ['One', 'Two', 'One']) {
    await storeSite(database, { name });
    names.push((await readSite(database.read)).site.name);
  }
  expect(names).toEqual(['One', 'Two', 'One']);
});

test.each<[unknown, string]>([
  [[], 'site must be an object.'],
  [{ color: 'red' }, 'color is not a setting.'],
  [{ name: '' }, 'name must not be empty.'],
  [{ name: ' \u200b\n' }, 'name must not be empty.'],
  [{ name: 'x'.repeat(61) }, 'name must have at most 60 characters.'],
  [{ name: 7 }, 'name must be text.'],
  [{ language: 'xx_YY' }, 'language must be a language tag, such as en or pt-BR.'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone must be a time zone, such as Europe/Berlin.'],
  [{ followSystemTheme: 'yes' }, 'followSystemTheme must be true or false.'],
  [{ homeLayout: 'mosaic' }, 'homeLayout must be one of cards, list.'],
  [{ contact: { email: 'x' } }, 'contact.email is not a valid address.'],
  [{ contact: 'x' }, 'contact must be an object.'],
  [{ contact: { ...DEFAULTS.contact, fax: '1' } }, 'contact.fax is not a setting.'],
  [{ navigation: {} }, 'navigation must be a list.'],
  [{ navigation: [{ label: '', href: '/' }] }, 'navigation.label must not be empty.'],
  [
    { navigation: Array(11).fill({ label: 'Home', href: '/' }) },
    'navigation may have at most 10 entries.',
  ],
  [{ categories: [] }, 'categories must have uncategorized.'],
  [
    { categories: [...DEFAULTS.categories, { slug: 'nextjs', label: 'Other' }] },
    'categories must not have the same slug more than once.',
  ],
  [
    { categories: [...DEFAULTS.categories, { slug: 'next-js', label: 'NEXT.JS' }] },
    'categories must not have the same label more than once.',
  ],
  [
    { searchOrder: ['Not A Slug'] },
    'searchOrder must have at most 40 lowercase letters, digits and hyphens, and no hyphen first.',
  ],
  [{ profiles: { code: { ...DEFAULTS.profiles.photos } } }, 'profiles.code.network must be code.'],
  [
    { logo: { light: '/a.png', dark: '', width: 0, height: 1 } },
    'logo.width must be a number of pixels.',
  ],
])('%j: %s', (site, expected) => {
  expect(message(site)).toBe(expected);
});

test('texts are stored on one line, without characters that hide or reverse text', () => {
  const name = '\u202e Slow\r\n\tWeb\u0000\u200b ';
  const { owner } = DEFAULTS;
  const site = siteInput.parse({ name, owner: { ...owner, bio: 'a\u0301  b\n' } });
  expect(site).toMatchObject({ name: 'Slow Web', owner: { bio: 'á b' } });
});

test('profiles and the logo can be left out', () => {
  const site = { profiles: {}, resources: [], navigation: [], logo: null };
  expect(siteInput.parse(site)).toEqual(site);
});

const link = (href: string) => ({ label: 'x', href });
const WITH_ADDRESS: Record<string, (url: string) => Partial<Site>> = {
  navigation: (url) => ({ navigation: [link(url)] }),
  resources: (url) => ({ resources: [link(url)] }),
  'links of the owner': (url) => ({ owner: { ...DEFAULTS.owner, links: [link(url)] } }),
  'the picture of the owner': (url) => ({ owner: { ...DEFAULTS.owner, picture: url } }),
  profiles: (url) => ({
    profiles: { code: { ...link(url), network: 'code' as const, handle: 'x' } },
  }),
  'the logo': (url) => ({ logo: { light: url, dark: url, width: 1, height: 1 } }),
};
/** What a browser may do with a stored address: open a page, or write a mail. */
const SAFE = /^(?:https?:\/\/[^\s\\]+|mailto:[^\s]+|\/(?![/\\])[^\s\\]*)$/;

test.each(Object.entries(WITH_ADDRESS))('addresses of %s never run code', (_what, of) => {
  expect(siteInput.safeParse(of('https://example.com/a')).success).toBe(true);
  const addresses = [...ADDRESS_PAYLOADS, ...TEXT_PAYLOADS, '', '#x', '?x', 'about', 'tel:1'];
  for (const given of addresses) {
    const { data } = siteInput.safeParse(of(given));
    const stored = JSON.stringify(data ?? {});
    for (const [, url = ''] of stored.matchAll(
      /"(?:href|light|dark|picture)":("(?:[^"\\]|\\.)*")/g,
    )) {
      const address: string = JSON.parse(url);
      if (address !== '') expect([given, address]).toEqual([given, expect.stringMatching(SAFE)]);
    }
  }
});

test('no hostile text breaks out of its line', () => {
  const texts = [...Object.values(HTML_PAYLOADS).flat(), ...TEXT_PAYLOADS];
  expect(texts.length).toBeGreaterThan(300);
  for (const text of texts) {
    const { data } = siteInput.safeParse({ footer: { blurb: text, credit: '' } });
    if (data) expect(data.footer?.blurb).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u200b]/u);
  }
});
