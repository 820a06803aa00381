import { expect, test } from 'vitest';
import { mailAsHtml, mailAsText } from '../../../api/mail/layout.ts';
import { mailText } from '../../../api/mail/texts/texts.ts';
import { siteInput } from '../../../api/site/schema.ts';
import { siteVersions } from '../../../db/schema.ts';
import { makeAccount, testApp } from '../../support/app.ts';
import { structureOf } from '../../support/markup.ts';
import { ADDRESS_PAYLOADS, HTML_PAYLOADS, TEXT_PAYLOADS } from '../../support/payloads.ts';
import { SITE_FIELDS, type SiteTextField, textAt } from '../../support/site-fields.ts';
import { tally } from '../../support/tally.ts';

const attack = tally();

const EMAIL_PAYLOADS = [
  'me@example.com\r\nBcc: you@example.com',
  'me@example.com,you@example.com',
  'me@example.com?bcc=you@example.com',
  '<me@example.com>',
  '"me"@example.com',
  '"><script>alert(1)</script>@example.com',
  'javascript:alert(1)@example.com',
  'me@example.com\u202emoc',
  'me@[127.0.0.1]',
];
const LONG = [
  'x'.repeat(10_000),
  '\u0301'.repeat(700),
  '👩‍👩‍👧'.repeat(200),
  '\u{1f3f4}'.repeat(400),
];
const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\t=1+1',
  '\r=1+1',
  '=HYPERLINK("//x")',
  '＝1+1',
];
const REORDERED = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f'].map(
  (mark) => `a${mark}b`,
);
const PAYLOADS = [
  ...new Set([
    ...[...Object.values(HTML_PAYLOADS).flat(), ...TEXT_PAYLOADS, ...ADDRESS_PAYLOADS],
    ...[...EMAIL_PAYLOADS, ...LONG, ...FORMULAS, ...REORDERED],
  ]),
];

/** What may be stored in each kind of field. A text is one line, and stays as it was typed. */
const STORED: Record<SiteTextField['kind'], RegExp> = {
  text: /^(?!.*[\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b])\P{Cc}{0,600}$/u,
  // Other characters of addresses are escaped where they're shown.
  address: /^(?:$|https?:\/\/[^\s\\]+$|mailto:\S+$|\/(?![/\\])[^\s\\]*$)/,
  email: /^[^\s<>",:;?()[\]@]+@[a-z0-9.-]+$/,
  slug: /^[a-z0-9][a-z0-9-]{0,39}$/,
  fixed: /^(?!)/,
};

test('there are 500 payloads for 55 fields', () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(500);
  expect(SITE_FIELDS.length).toBeGreaterThanOrEqual(55);
});

test.each(SITE_FIELDS.map((field) => [field.path, field] as const))(
  'hostile texts in %s are refused by its name, or are stored as harmless text',
  (path, field) =>
    attack(
      'hostile texts in the settings of the site',
      async () => {
        let refused = 0;
        for (const payload of PAYLOADS) {
          const { data, error } = siteInput.safeParse(field.with(payload));
          if (error) {
            refused++;
            expect([payload, error.issues[0]?.message]).toEqual([
              payload,
              expect.stringMatching(new RegExp(`^${path.replaceAll('.', '\\.')} `)),
            ]);
          } else {
            expect([payload, textAt(data, path)]).toEqual([
              payload,
              expect.stringMatching(STORED[field.kind]),
            ]);
          }
        }
        if (field.kind === 'fixed') expect(refused).toBe(PAYLOADS.length);
        // The control: of texts, only those that are too long or empty are refused.
        else if (field.kind === 'text') expect(refused).toBeLessThan(PAYLOADS.length / 2);
      },
      PAYLOADS.length,
    ),
);

test('a refused text stores nothing, and the error names the field', async () => {
  const { database, call } = await testApp();
  const as = await makeAccount(database, { role: 'administrator' });
  for (const field of SITE_FIELDS) {
    const text = field.kind === 'text' ? 'x'.repeat(601) : 'javascript:alert(1)';
    const json = { version: 0, site: field.with(text) };
    const { status, body } = await call('PUT /api/settings/site', { as, json });
    expect([field.path, status, body.message]).toEqual([
      field.path,
      400,
      expect.stringContaining(`${field.path} `),
    ]);
  }
  expect(await database.read.select().from(siteVersions)).toEqual([]);
});

test('the audit log and its CSV have no text of the settings', async () => {
  const { database, call } = await testApp();
  const as = await makeAccount(database, { role: 'administrator' });
  let version = 0;
  for (const field of SITE_FIELDS.filter(({ kind }) => kind === 'text')) {
    const json = { version, site: field.with('=cmd|zqmarker') };
    const { status, body } = await call('PUT /api/settings/site', { as, json });
    expect([field.path, status]).toEqual([field.path, 200]);
    version = body.version;
  }
  const { body } = await call('GET /api/audit?format=csv', { as });
  expect(String(body).match(/settings\.site/g)).toHaveLength(version);
  expect(String(body)).not.toContain('zqmarker');
});

test('a hostile name is only text in a mail', () =>
  attack(
    'hostile names of the site in mails',
    async () => {
      const payload = JSON.stringify({
        username: 'ada',
        at: new Date(0).toISOString(),
        token: 'token',
        code: '123456',
      });
      const write = (name: string) => {
        const site = { name, url: 'https://site.example' };
        const text = mailText(site, 'reset-password', payload);
        return { text, html: mailAsHtml(site, text), plain: mailAsText(site, text) };
      };
      const expected = structureOf(write('Inkwell').html);
      for (const payload of PAYLOADS) {
        const name = siteInput.safeParse({ name: payload }).data?.name;
        if (name === undefined) continue;
        const { text, html, plain } = write(name);
        expect([name, structureOf(html)]).toEqual([name, expected]);
        expect(plain).toContain(`-- \n${name}\n`);
        expect(text.subject).not.toMatch(/[\r\n]/);
      }
    },
    PAYLOADS.length,
  ));
