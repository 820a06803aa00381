import { expect, test } from 'vitest';
import { DEFAULTS, readSite } from '../../../api/site/read-site.ts';
import { insertSiteVersion, listSiteVersions } from '../../../db/queries/site-versions.ts';
import { deleteUser } from '../../../db/queries/users.ts';
import { audit, siteVersions } from '../../../db/schema.ts';
import { makeAccount, type TestAppOptions, testApp } from '../../support/app.ts';
import { storeSite } from '../../support/site.ts';

async function setUp(services: NonNullable<TestAppOptions['services']> = {}) {
  const app = await testApp({ services });
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const as = admin;
  return {
    ...app,
    admin,
    read: async () => (await app.call('GET /api/settings/site', { as })).body,
    put: (version: number, site: object) =>
      app.call('PUT /api/settings/site', { as, json: { version, site } }),
    restore: (version: unknown) =>
      app.call('POST /api/settings/site/restore', { as, json: { version } }),
    versions: async () => (await app.call('GET /api/settings/site/versions', { as })).body.versions,
  };
}

/** Returns a clock that moves on by a second with each look. */
function ticking() {
  let ms = Date.now();
  return () => {
    ms += 1000;
    return new Date(ms);
  };
}

test('without a stored version, the settings are the defaults', async () => {
  const { read } = await setUp();
  expect(await read()).toEqual({ site: DEFAULTS, version: 0, defaults: DEFAULTS });
});

test('a change stores a version, and absent keys keep their values', async () => {
  const { put, read } = await setUp();
  const first = await put(0, { name: 'Slow Web', homeLayout: 'list' });
  const site = { ...DEFAULTS, name: 'Slow Web', homeLayout: 'list' };
  expect([first.status, first.body]).toEqual([200, { site, version: 1, release: 'applying' }]);
  const second = await put(1, { tagline: '' });
  expect(second.body).toMatchObject({ site: { ...site, tagline: '' }, version: 2 });
  expect(await read()).toEqual({ site: { ...site, tagline: '' }, version: 2, defaults: DEFAULTS });
});

test('a change of an older version is refused with 409, and changes nothing', async () => {
  const { put, read } = await setUp();
  await put(0, { name: 'Slow Web' });
  const { status, body } = await put(0, { name: 'Another' });
  expect([status, body.message]).toEqual([
    409,
    'These settings changed while you were editing them. Please load them again.',
  ]);
  expect((await put(2, { name: 'Another' })).status).toBe(409);
  expect(await read()).toMatchObject({ site: { name: 'Slow Web' }, version: 1 });
});

test('of two changes of one version at the same time, one is refused', async () => {
  const { put, read, versions } = await setUp();
  const names = ['One', 'Two', 'Three'];
  const answers = await Promise.all(names.map((name) => put(0, { name })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
  expect((await read()).site.name).toBe(names[statuses.indexOf(200)]);
  expect(await versions()).toHaveLength(1);
});

test('a version number that another process has just stored is not overwritten', async () => {
  const { database } = await setUp();
  await storeSite(database, { name: 'Slow Web' });
  const [row] = await listSiteVersions(database.read);
  if (!row) throw new Error('No version');
  const other = { ...row, site: '{}' };
  expect(await database.transaction((tx) => insertSiteVersion(tx, other))).toBe(false);
  expect((await readSite(database.read)).site.name).toBe('Slow Web');
});

test('values that are the same store nothing, and the answer is the same', async () => {
  const { put, versions, database } = await setUp();
  const { name, navigation, contact } = DEFAULTS;
  const { status, body } = await put(0, { name: ` ${name} `, navigation, contact });
  expect([status, body]).toEqual([200, { site: DEFAULTS, version: 0, release: 'live' }]);
  await put(0, { name: 'Slow Web' });
  const again = await put(1, { name: 'Slow Web' });
  expect(again.body).toMatchObject({ version: 1, release: 'applying' });
  expect(await versions()).toHaveLength(1);
  expect(await database.read.select().from(audit)).toHaveLength(1);
});

test('only changed values are stored', async () => {
  const { put, database } = await setUp();
  await put(0, { ...DEFAULTS, name: 'Slow Web' });
  const [row] = await database.read.select().from(siteVersions);
  expect(JSON.parse(row?.site ?? '')).toEqual({ name: 'Slow Web' });
});

test('stored keys that this release does not know stay', async () => {
  const { put, database } = await setUp();
  await storeSite(database, { ofALaterRelease: [1], name: 'Slow Web' });
  await put(1, { tagline: 'New' });
  const rows = await listSiteVersions(database.read);
  const expected = { ofALaterRelease: [1], name: 'Slow Web', tagline: 'New' };
  expect(JSON.parse(rows[0]?.site ?? '')).toEqual(expected);
});

test('the answer tells whether the served pages show the values', async () => {
  let served = '';
  const { put, database } = await setUp({ servedSiteHash: () => served });
  expect((await put(0, { name: 'Slow Web' })).body.release).toBe('applying');
  served = (await readSite(database.read)).hash;
  expect((await put(1, { name: 'Slow Web' })).body.release).toBe('live');
});

test('versions have who stored them, when, and which keys changed', async () => {
  const { put, restore, versions, admin, database } = await setUp({ now: ticking() });
  await put(0, { name: 'Slow Web', tagline: 'Slow' });
  await put(1, { name: 'Slower Web' });
  await restore(1);
  const by = { userId: admin.id, username: admin.username, at: expect.any(String) };
  expect(await versions()).toEqual([
    { version: 3, ...by, keys: ['name'], restoredFrom: 1 },
    { version: 2, ...by, keys: ['name'], restoredFrom: null },
    { version: 1, ...by, keys: ['name', 'tagline'], restoredFrom: null },
  ]);
  expect((await readSite(database.read)).changedAt).toEqual({
    name: (await versions())[0].at,
    tagline: (await versions())[2].at,
  });
});

test('versions of a deleted user keep the id', async () => {
  const { database, admin, call, put } = await setUp();
  await put(0, { name: 'Slow Web' });
  await database.transaction((tx) => deleteUser(tx, admin.id));
  const other = await makeAccount(database, { role: 'administrator' });
  const { body } = await call('GET /api/settings/site/versions', { as: other });
  expect(body.versions).toMatchObject([{ userId: admin.id, username: null }]);
});

test('a restored version has all of its values, and the defaults for all others', async () => {
  const { put, restore, read } = await setUp();
  await put(0, { name: 'Slow Web' });
  await put(1, { name: 'Slower Web', tagline: 'Slow' });
  const { status, body } = await restore(1);
  expect([status, body.version, body.site]).toEqual([200, 3, { ...DEFAULTS, name: 'Slow Web' }]);
  expect((await restore(0)).body).toEqual({ site: DEFAULTS, version: 4, release: 'live' });
  expect(await read()).toMatchObject({ site: DEFAULTS, version: 4 });
  expect((await restore(0)).body.version).toBe(4);
});

test.each([99, -1, 1.5, '1', null])('version %j can’t be restored', async (version) => {
  const { restore, versions } = await setUp();
  expect((await restore(version)).status).toBe(version === 99 ? 404 : 400);
  expect(await versions()).toEqual([]);
});

test('the newest 50 versions are kept', async () => {
  const { put, database, versions } = await setUp();
  for (let n = 1; n <= 52; n++) await storeSite(database, { name: `Name ${n}` });
  expect((await put(52, { name: 'The last' })).status).toBe(200);
  const numbers = (await versions()).map(({ version }: { version: number }) => version);
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, at) => 53 - at));
});

test('the audit log has version and keys of a change, and no values', async () => {
  const { put, restore, database, admin } = await setUp();
  await put(0, { contact: { ...DEFAULTS.contact, email: 'me@example.org' }, name: 'Slow Web' });
  await restore(0);
  const rows = await database.read.select().from(audit);
  const facts = rows.map(({ actor, action, details }) => [actor, action, JSON.parse(details)]);
  expect(facts).toEqual([
    [admin.id, 'settings.site', { version: 1, keys: ['name', 'contact'] }],
    [admin.id, 'settings.site', { version: 2, keys: ['name', 'contact'], restoredFrom: 0 }],
  ]);
});

test('values of more than 32 KB in total are refused', async () => {
  const { put, read } = await setUp();
  const href = `https://example.com/${'x'.repeat(2_000)}`;
  const links = (length: number) => Array.from({ length }, (_, n) => ({ label: `${n}`, href }));
  const owner = { ...DEFAULTS.owner, links: links(10) };
  const { status, body } = await put(0, { navigation: links(10), owner });
  expect([status, body.message]).toEqual([400, 'site may have at most 32768 bytes of values.']);
  expect((await read()).version).toBe(0);
});

test('the search order may have only categories, and loses those that are removed', async () => {
  const { put, read } = await setUp();
  const { status, body } = await put(0, { searchOrder: ['uncategorized', 'go'] });
  expect([status, body.message]).toEqual([400, 'searchOrder has go, which is not a category.']);
  const go = { slug: 'go', label: 'Go' };
  const categories = [...DEFAULTS.categories, go];
  expect((await put(0, { categories, searchOrder: ['go', 'uncategorized'] })).status).toBe(200);
  await put(1, { categories: DEFAULTS.categories });
  expect((await read()).site.searchOrder).toEqual(['uncategorized']);
});
