import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { licensesDocument, listPackages, reasonFor } from '../../../scripts/licenses.ts';

const root = new URL('../../../', import.meta.url);
const packages = await listPackages();

describe('the packages that Inkwell is built from', () => {
  it('the packages that Inkwell is built from have a permissive license, or one with a reason', () => {
    expect(packages.length).toBeGreaterThan(100);
    const open = packages.filter((each) => reasonFor(each) === undefined);
    expect(open.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it('would be noticed with any other license', () => {
    const stranger = { name: 'x', version: '1.0.0', isDev: false, hasInstallScript: false };
    for (const license of ['GPL-3.0', 'unknown', 'UNLICENSED', 'MIT AND GPL-3.0', 'MPL-2.0']) {
      expect(reasonFor({ ...stranger, license }), license).toBeUndefined();
    }
    expect(reasonFor({ ...stranger, license: '(GPL-3.0 OR MIT)' })).toBe('permissive');
  });

  it('the packages that Inkwell is built from are listed in docs/licenses.md as they are (npm run licenses)', async () => {
    const document = await readFile(new URL('docs/licenses.md', root), 'utf8');
    expect(document).toBe(await licensesDocument());
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
