import { expect, test } from 'vitest';
import { takeConfigNotice } from '../../../api/site/config-notice.ts';
import { insertSiteVersion } from '../../../db/queries/site-versions.ts';
import { site as config } from '../../../src/site.config.ts';
import { testDatabase } from '../../support/database.ts';

const OWN = { ...config, name: 'Tide Tables' };

test('owners of the shipped file are told nothing', async () => {
  expect(await takeConfigNotice(await testDatabase(), { ...config })).toBeUndefined();
});

test('owners with values in the file are told once how to move them', async () => {
  const database = await testDatabase();
  expect(await takeConfigNotice(database, OWN)).toContain('npm run site:settings -- --from-config');
  expect(await takeConfigNotice(database, OWN)).toBeUndefined();
});

test('owners whose settings are in the database are told nothing', async () => {
  const database = await testDatabase();
  const row = { number: 1, site: '{}', changedAt: {}, userId: 'system', restoredFrom: null };
  await database.transaction((tx) => insertSiteVersion(tx, { ...row, createdAt: new Date() }));
  expect(await takeConfigNotice(database, OWN)).toBeUndefined();
});
