import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { lockDataDir } from '../../../api/data-dir.ts';
import { compareVersions } from '../../../cli/upgrade/release.ts';
import { refusal } from './archives.ts';
import { type Fault, installedSite, withoutGit } from './releases.ts';
import { siteIn, testFolder } from './support.ts';

const versionAt = async (url: string) => await (await fetch(url)).text();

/** Runs a command line in the code folder. */
const shell = (root: string, line: string) =>
  execFileSync('/bin/sh', ['-c', line], { cwd: root, stdio: 'ignore' });

describe('an upgrade', () => {
  it('replaces code, packages and database, and makes a backup', async () => {
    const site = await installedSite();
    await site.upgrade();
    const after = site.state();
    expect(after).toMatchObject({ status: '', packages: '1.1.0', tables: ['new_in_1_1_0'] });
    expect(after.leftovers).toEqual([]);
    expect(after.commit).toBe(site.git('rev-parse', 'v1.1.0'));
    expect(site.git('branch', '--show-current')).toBe('main');
    expect(readdirSync(join(site.root, 'dist')).sort()).toEqual(['1.0.0', '1.1.0']);
    expect(readdirSync(join(site.dataDir, 'backups'))).toEqual([
      expect.stringMatching(/^inkwell-.*\.tar\.gz$/),
    ]);
    // Only its owner may read it.
    expect(statSync(join(site.dataDir, 'blog.db')).mode & 0o777).toBe(0o600);
    expect(site.said.at(-1)).toBe('Upgraded to Inkwell 1.1.0. Start it: npm start');
  });

  it('stops and starts a running site, and keeps what it wrote last', {
    tags: 'long',
  }, async () => {
    const site = await installedSite();
    shell(site.root, site.start);
    await vi.waitFor(async () => expect(await versionAt(site.url)).toBe('1.0.0'), 60_000);
    await site.upgrade({ stop: site.stop, start: site.start });
    expect(await versionAt(site.url)).toBe('1.1.0');
    expect(site.state().tables).toEqual(['new_in_1_0_0', 'new_in_1_1_0']);
    expect(site.said.at(-1)).toBe('Upgraded to Inkwell 1.1.0.');
  });

  it('waits until the owner has stopped the site', { tags: 'long' }, async () => {
    const site = await installedSite();
    const unlock = await lockDataDir(site.dataDir);
    const done = site.upgrade();
    await vi.waitFor(
      () => expect(site.said.at(-1)).toMatch(/^Everything is prepared. Stop/),
      60_000,
    );
    expect(site.state()).toMatchObject({ packages: '1.0.0', tables: [] });
    unlock();
    await done;
    expect(site.state()).toMatchObject({ packages: '1.1.0', tables: ['new_in_1_1_0'] });
  });

  it('merges commits of the owner', { tags: 'long' }, async () => {
    const site = await installedSite();
    writeFileSync(join(site.root, 'site.txt'), 'My name\n\n\n\nfooter\n');
    site.git('commit', '-qam', 'My name');
    await site.upgrade();
    expect(readFileSync(join(site.root, 'site.txt'), 'utf8')).toContain('My name');
    expect(existsSync(join(site.root, 'notes-1.1.0.md'))).toBe(true);
    expect(site.state()).toMatchObject({ packages: '1.1.0', status: '' });
  });

  it('takes the newest release, by numbers, or the one that it is told', {
    tags: 'long',
  }, async () => {
    const site = await installedSite({ next: '1.10.0' });
    await site.upgrade({ to: 'v1.10.0', isDryRun: true });
    await site.upgrade();
    expect(site.state().packages).toBe('1.10.0');
    await site.upgrade();
    expect(site.said.at(-1)).toBe('Inkwell 1.10.0 is the newest release. There is nothing to do.');
    expect(compareVersions('1.10.0', '1.9.12')).toBeGreaterThan(0);
  });

  it('changes nothing in a dry run', async () => {
    const site = await installedSite();
    const before = site.state();
    await site.upgrade({ isDryRun: true });
    expect(site.said).toEqual(['Inkwell 1.0.0 can be upgraded to 1.1.0. Nothing was changed.']);
    expect(site.state()).toEqual(before);
  });
});

describe('an upgrade that fails', () => {
  async function expectGoesBack(fault: Fault, message: RegExp) {
    const site = await installedSite({ fault });
    shell(site.root, site.start);
    await vi.waitFor(async () => expect(await versionAt(site.url)).toBe('1.0.0'), 60_000);
    const before = site.state();
    const { start, stop } = site;
    expect(await refusal(site.upgrade({ start, stop }))).toMatch(message);
    await vi.waitFor(async () => expect(await versionAt(site.url)).toBe('1.0.0'), 60_000);
    expect(site.state()).toEqual(before);
  }

  it('goes back by itself when the build fails', { tags: 'long' }, () =>
    expectGoesBack(
      'build',
      /^The upgrade to 1\.1\.0 failed\. .* build" failed:\nno memory left\nNothing changed/,
    ),
  );

  it('goes back by itself when the migration fails', () =>
    expectGoesBack(
      'migration',
      /The new version didn't start:\nthe database cannot be brought up to date\n/,
    ));

  it('goes back by itself when the new version serves no home page', { tags: 'long' }, () =>
    expectGoesBack('page', /The new version doesn't serve the home page/),
  );

  it('goes back when the new version cannot be started in its place', {
    tags: 'long',
  }, async () => {
    const site = await installedSite();
    const start = `grep -q 1.0.0 package.json && { ${site.start}; }`;
    shell(site.root, start);
    await vi.waitFor(async () => expect(await versionAt(site.url)).toBe('1.0.0'), 60_000);
    const before = site.state();
    const stop = `test ! -e pid || { ${site.stop}; }`;
    const message = await refusal(site.upgrade({ start, stop }));
    expect(message).toMatch(/failed\.\nInkwell 1\.0\.0 is running again\. Nothing was lost\.$/);
    await vi.waitFor(async () => expect(await versionAt(site.url)).toBe('1.0.0'), 60_000);
    expect(site.state()).toEqual(before);
  });

  it.each([
    ['during the build', { SLOW_BUILD: '1' }, 'Nothing changed: Inkwell 1.0.0 is still installed.'],
    ['while it waits', {}, 'Inkwell 1.0.0 is back, and nothing was lost. Start it: npm start'],
  ])('goes back after Ctrl-C %s', async (_when, variables, state) => {
    const site = await installedSite();
    const before = site.state();
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const unlock = await lockDataDir(site.dataDir);
    const interrupt = new AbortController();
    const done = refusal(site.upgrade({ signal: interrupt.signal }));
    const built = join(site.root, '.upgrade/code/dist/1.1.0');
    await vi.waitFor(() => expect(existsSync(built)).toBe(true), 60_000);
    if (!('SLOW_BUILD' in variables)) {
      await vi.waitFor(() => expect(site.said.at(-1)).toMatch(/^Everything is prepared/), 60_000);
    }
    interrupt.abort();
    expect(await done).toBe(`The upgrade to 1.1.0 failed. It was interrupted.\n${state}`);
    unlock();
    expect(site.state()).toEqual(before);
  });
});

describe('an upgrade is refused', () => {
  type Site = Awaited<ReturnType<typeof installedSite>>;
  const tiny = async () => ({ bsize: 4096, bavail: 1000, blocks: 100_000 });
  it.each<[string, (site: Site) => unknown, RegExp]>([
    [
      'with changes that are not committed, which it names',
      (site) => {
        appendFileSync(join(site.root, 'site.txt'), 'more');
        return site.upgrade();
      },
      /^These files have changes that aren't committed:\n {2}site\.txt\nTo keep them, commit them/,
    ],
    ['without Git', withoutHistory, /isn't a Git checkout|upgrade the image instead/],
    [
      'to a release that is not there',
      (site) => site.upgrade({ to: 'v9.9.9' }),
      /no release v9\.9\.9\. The newest is v1\.1\.0\.$/,
    ],
    [
      'to a release that is not newer',
      (site) => site.upgrade({ to: 'v1.0.0' }),
      /^v1\.0\.0 isn't newer than 1\.0\.0/,
    ],
    [
      'when the disk is too full',
      (site) => site.upgrade({ statfs: tiny }),
      /needs [\d.]+ GB on the disk of .*, but only 3\.9 MB is free\.$/,
    ],
    [
      'on PostgreSQL',
      (site) => site.upgrade({ env: siteIn(site.dataDir, { DATABASE_URL: 'postgres://a@b/c' }) }),
      /one process and an SQLite file/,
    ],
    [
      'on several nodes',
      (site) => site.upgrade({ env: siteIn(site.dataDir, { UPLOADS_SHARED: '1' }) }),
      /docs\/upgrading\.md has the steps/,
    ],
    ['without a site', (site) => site.upgrade({ env: siteIn(site.root) }), /^There is no site in/],
    [
      'when a file of the release is in the way',
      (site) => {
        writeFileSync(join(site.root, 'notes-1.1.0.md'), 'mine');
        return site.upgrade();
      },
      /Move them away: notes-1\.1\.0\.md\n/,
    ],
    [
      'when the release changes the same lines as the owner',
      (site) => {
        writeFileSync(join(site.root, 'notes-1.1.0.md'), 'mine');
        site.git('add', '.');
        site.git('commit', '-qm', 'Mine');
        return site.upgrade();
      },
      /change the same lines of notes-1\.1\.0\.md/,
    ],
  ])('%s', async (_when, attempt, message) => {
    const site = await installedSite();
    const { commit, packages, tables } = site.state();
    expect(await refusal(attempt(site) as Promise<unknown>)).toMatch(message);
    expect(site.state()).toMatchObject({ packages, tables, leftovers: [] });
    expect(site.git('merge-base', commit, 'HEAD')).toBe(commit);
  });

  async function withoutHistory(site: Site) {
    const root = join(await testFolder(), 'copy');
    withoutGit(site.root, root);
    await site.upgrade({ root });
  }

  it('while another one is running', { tags: 'long' }, async () => {
    const site = await installedSite();
    const unlock = await lockDataDir(site.dataDir);
    const first = site.upgrade();
    await vi.waitFor(() => expect(site.said.at(-1)).toMatch(/^Everything is prepared/), 60_000);
    expect(await refusal(site.upgrade())).toMatch(/^Another upgrade of .* is running\.$/);
    unlock();
    await first;
    expect(site.state()).toMatchObject({ packages: '1.1.0', leftovers: [] });
  });
});
