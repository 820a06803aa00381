import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeScheduledExport } from '../../../cli/scheduled-export.ts';
import { makePost, testDatabase } from '../../support/database.ts';
import { refusal } from './archives.ts';
import { siteIn, testFolder } from './support.ts';

const run = promisify(execFile);
/** Leaves a mark outside the folder. */
const MARK = 'echo run >> ../runs';

/** A site with a post, and a folder for its exports. */
async function exporting() {
  const database = await testDatabase();
  await makePost(database, { slug: 'first' });
  const parent = await testFolder();
  const folder = join(parent, 'export');
  const env = { ...siteIn(database.folder), databaseUrl: database.url, exportDir: folder };
  const make = (exportCommand: string | undefined, more: object = {}) =>
    makeScheduledExport({
      env: { ...env, exportCommand },
      source: { PATH: process.env.PATH, HOME: parent },
      ...more,
    });
  const runs = async () => {
    const text = await readFile(join(parent, 'runs'), 'utf8').catch(() => '');
    return text.split('\n').length - 1;
  };
  return { database, parent, folder, make, runs };
}

describe('a scheduled export', () => {
  it('writes the folder, and runs the command only after a change', async () => {
    const { database, folder, make, runs } = await exporting();
    const first = await make(MARK);
    expect(first.files).toBeGreaterThan(2);
    expect(await readdir(join(folder, 'posts'))).toEqual(['first.md']);
    expect(await runs()).toBe(1);
    expect(await make(MARK)).toMatchObject({ files: first.files, changed: 0 });
    expect(await runs()).toBe(1);
    await makePost(database, { slug: 'second' });
    expect((await make(MARK)).changed).toBeGreaterThan(0);
    expect(await runs()).toBe(2);
  });

  it('needs no command', async () => {
    const { make } = await exporting();
    expect((await make(undefined)).changed).toBeGreaterThan(0);
  });

  it('says what a failing command printed, and runs it again without a change', async () => {
    const { make, runs } = await exporting();
    const message = await refusal(make('echo lost; echo "no network" >&2; exit 3'));
    expect(message).toBe('EXPORT_COMMAND ended with 3. no network');
    await make(MARK);
    await make(MARK);
    expect(await runs()).toBe(1);
  });

  it('shows only the end of a long output', async () => {
    const { make } = await exporting();
    const message = await refusal(make('seq 100000 >&2; exit 1'));
    expect(message).toContain('ended with 1. ');
    expect(message.length).toBeLessThan(550);
    expect(message).toMatch(/\n100000$/);
  });

  it('gives the command none of Inkwell’s settings, and shows no credentials', async () => {
    const { make, parent } = await exporting();
    const source = {
      PATH: process.env.PATH,
      S3_SECRET_ACCESS_KEY: 'of the bucket',
      OIDC_ACME_CLIENT_SECRET: 'of the provider',
      GITHUB_TOKEN: 'ghp_12345678',
    };
    const command =
      'env > ../environment; echo "GITHUB_TOKEN=$GITHUB_TOKEN" >&2; echo https://me:pw@git.example/a >&2; exit 1';
    const message = await refusal(make(command, { source }));
    const environment = await readFile(join(parent, 'environment'), 'utf8');
    expect(environment).toContain('ghp_12345678');
    expect(environment).not.toMatch(/of the (?:bucket|provider)/);
    expect(message).toContain('GITHUB_TOKEN=***');
    expect(message).toContain('https://***@git.example/a');
    expect(message).not.toMatch(/ghp_|me:pw/);
  });

  it('ends a command that takes too long, with what it started', async () => {
    const { make, parent } = await exporting();
    const command = 'sleep 60 & echo $! > ../child; wait';
    const message = await refusal(make(command, { maxCommandMs: 3_000 }));
    expect(message).toBe('EXPORT_COMMAND took longer than 3 seconds.');
    const child = (await readFile(join(parent, 'child'), 'utf8')).trim();
    expect(await isRunning(child)).toBe(false);
  });

  it('refuses a folder of something else, and leaves it alone', async () => {
    const { folder, make, runs } = await exporting();
    await mkdir(folder);
    await writeFile(join(folder, 'notes.txt'), 'mine');
    expect(await refusal(make(MARK))).toContain('has files of something else');
    expect(await readdir(folder)).toEqual(['notes.txt']);
    expect(await runs()).toBe(0);
  });

  it('pushes each change to a Git repository', async () => {
    const { database, parent, folder, make } = await exporting();
    const git = async (...args: string[]) => (await run('git', args, { cwd: parent })).stdout;
    await git('init', '--quiet', '--bare', 'remote.git');
    await git('clone', '--quiet', 'remote.git', folder);
    await git('-C', folder, 'config', 'user.name', 'Inkwell');
    await git('-C', folder, 'config', 'user.email', 'inkwell@example.com');
    const command = 'git add -A && git commit -qm Export && git push -q origin HEAD';
    await make(command);
    await make(command);
    await makePost(database, { slug: 'second' });
    await make(command);
    const log = await git('-C', 'remote.git', 'log', '--all', '--format=%s');
    expect(log.trim().split('\n')).toEqual(['Export', 'Export']);
    const files = await git('-C', 'remote.git', 'ls-tree', '-r', '--name-only', 'HEAD');
    expect(files).toContain('posts/second.md');

    // The remote is away, and comes back.
    await git('-C', folder, 'remote', 'set-url', 'origin', '../gone.git');
    await makePost(database, { slug: 'third' });
    expect(await refusal(make(command))).toContain("'../gone.git' does not appear to be a git");
    await git('-C', folder, 'remote', 'set-url', 'origin', '../remote.git');
    await make('git push -q origin HEAD');
    const now = await git('-C', 'remote.git', 'ls-tree', '-r', '--name-only', 'HEAD');
    expect(now).toContain('posts/third.md');
  });
});

async function isRunning(pid: string): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return existsSync('/proc') && state !== '' && !/\) Z /.test(state);
}
