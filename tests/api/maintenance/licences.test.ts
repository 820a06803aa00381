import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { licencesDocument, listPackages, reasonFor } from '../../../scripts/licences.ts';

const root = new URL('../../../', import.meta.url);
const packages = await listPackages();

describe('the packages that Inkwell is built from', () => {
  it('have a permissive licence, or one with a reason', () => {
    expect(packages.length).toBeGreaterThan(100);
    const open = packages.filter((each) => reasonFor(each) === undefined);
    expect(open.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  });

  it('would be noticed with any other licence', () => {
    const stranger = { name: 'x', version: '1.0.0', isDev: false, hasInstallScript: false };
    for (const licence of ['GPL-3.0', 'unknown', 'UNLICENSED', 'MIT AND GPL-3.0', 'MPL-2.0']) {
      expect(reasonFor({ ...stranger, licence }), licence).toBeUndefined();
    }
    expect(reasonFor({ ...stranger, licence: '(GPL-3.0 OR MIT)' })).toBe('permissive');
  });

  it('are listed in docs/licences.md as they are (npm run licences)', async () => {
    const document = await readFile(new URL('docs/licences.md', root), 'utf8');
    expect(document).toBe(await licencesDocument());
  });

  it('run an install script only where package.json has decided on it', async () => {
    const manifest = await readFile(new URL('package.json', root), 'utf8');
    const { allowScripts } = JSON.parse(manifest) as { allowScripts: Record<string, boolean> };
    const open = packages.filter(
      ({ name, version, hasInstallScript }) =>
        hasInstallScript && !(name in allowScripts) && !(`${name}@${version}` in allowScripts),
    );
    expect(open.map(({ name, version }) => `${name}@${version}`)).toEqual([]);
  });
});
