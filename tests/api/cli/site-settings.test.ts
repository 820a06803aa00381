import { expect, it } from 'vitest';
import { DEFAULTS, readSite } from '../../../api/site/read-site.ts';
import { exportContent } from '../../../cli/export.ts';
import { importContent } from '../../../cli/import.ts';
import { showSiteSettings, storeConfig } from '../../../cli/site-settings.ts';
import { listUsedPictures } from '../../../db/queries/picture-uses.ts';
import { textsWithPictures } from '../../../db/queries/read-picture-uses.ts';
import { findNewestSiteVersion, listSiteVersions } from '../../../db/queries/site-versions.ts';
import { audit } from '../../../db/schema.ts';
import { site as config } from '../../../src/site.config.ts';
import { testDatabase } from '../../support/database.ts';
import { storeSite } from '../../support/site.ts';

const silent = () => undefined;
const LOGO = '/uploads/1700000000000-logo.png';

async function exportOf(values?: Record<string, unknown>) {
  const database = await testDatabase();
  if (values) await storeSite(database, values);
  const file = `${database.folder}/export.json`;
  const env = { databaseUrl: database.url, siteUrl: 'https://blog.example.com' };
  await exportContent({ env, file, say: silent });
  return file;
}

async function importTo(database: Awaited<ReturnType<typeof testDatabase>>, file: string) {
  const storage = { kind: 'local' } as const;
  const env = { dataDir: database.folder, databaseUrl: database.url, storage };
  return (await importContent({ env, from: { file }, say: silent })).report;
}

it('the file’s values are stored once, and the settings stay the same', async () => {
  const database = await testDatabase();
  await storeSite(database, { name: 'Slow Web' });
  const options = { env: { databaseUrl: database.url }, say: silent };
  await expect(storeConfig(options)).rejects.toThrow(/already has settings/);
  expect((await readSite(database.read)).site.name).toBe('Slow Web');
  await storeConfig({ ...options, replace: true });
  const { site, version } = await readSite(database.read);
  expect([site, version]).toEqual([DEFAULTS, 2]);
  const row = await findNewestSiteVersion(database.read);
  expect(Object.keys(JSON.parse(row?.site ?? '')).sort()).toEqual(Object.keys(config).sort());
  expect(row?.userId).toBe('system');
  const entries = await database.read.select().from(audit);
  expect(entries).toMatchObject([{ actor: 'system', action: 'settings.site' }]);
});

it('the settings are printed as JSON', async () => {
  const database = await testDatabase();
  await storeSite(database, { name: 'Slow Web' });
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await showSiteSettings({ env: { databaseUrl: database.url }, say });
  expect(JSON.parse(lines.join('\n'))).toEqual({ ...DEFAULTS, name: 'Slow Web' });
});

it('an export has the stored values, and a site without settings gets them', async () => {
  const logo = { light: LOGO, dark: '', width: 200, height: 50 };
  const values = { name: 'Slow Web', logo };
  const file = await exportOf(values);
  const database = await testDatabase();
  const report = await importTo(database, file);
  expect(report.findings).toEqual([]);
  expect((await readSite(database.read)).site).toEqual({ ...DEFAULTS, ...values });
  expect((await importTo(database, file)).findings).toEqual([]);
  expect(await listSiteVersions(database.read)).toHaveLength(1);
});

it('a site with settings keeps them, and the report says so', async () => {
  const file = await exportOf({ name: 'Slow Web' });
  const database = await testDatabase();
  await storeSite(database, { name: 'Fast Web' });
  const { findings } = await importTo(database, file);
  expect(findings).toMatchObject([
    { kind: 'settings', what: 'This site has its own settings, and keeps them.' },
  ]);
  expect((await readSite(database.read)).site.name).toBe('Fast Web');
});

it('an import leaves out values that aren’t valid, and reports them', async () => {
  const file = await exportOf({ name: 'Slow Web', language: 'not a language', ofLater: 1 });
  const database = await testDatabase();
  const { findings } = await importTo(database, file);
  expect(findings.map(({ id, what }) => [id, what])).toEqual([
    ['language', 'Left out: language must be a language tag, such as en or pt-BR.'],
    ['ofLater', 'Left out: ofLater is not a setting.'],
  ]);
  expect((await readSite(database.read)).site).toEqual({ ...DEFAULTS, name: 'Slow Web' });
});

it('an export of a site without settings has none', async () => {
  const database = await testDatabase();
  await importTo(database, await exportOf());
  expect(await listSiteVersions(database.read)).toEqual([]);
});

it('the pictures of kept versions are in use, and in backups', async () => {
  const database = await testDatabase();
  const logo = { light: LOGO, dark: '', width: 200, height: 50 };
  await storeSite(database, { logo });
  const used = async () =>
    (await listUsedPictures(database.read)).includes('1700000000000-logo.png');
  const texts = async () => {
    const all: unknown[] = [];
    for await (const some of textsWithPictures(database.read)) all.push(...some);
    return all.join().includes(LOGO);
  };
  for (let n = 2; n <= 50; n++) await storeSite(database, {});
  expect([await used(), await texts()]).toEqual([true, true]);
  await storeSite(database, {});
  expect([await used(), await texts()]).toEqual([false, false]);
});
