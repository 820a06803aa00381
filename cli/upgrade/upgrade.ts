import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../api/env.ts';
import { CommandError } from '../terminal.ts';
import { openWorkshop, type PreparedCode, prepareCode, switchCode } from './code.ts';
import {
  type AskDisk,
  copyData,
  lockSite,
  replaceDatabase,
  requireOneNode,
  requireSpace,
  waitForStop,
  workshopOf,
} from './data.ts';
import { Git, requireCleanCheckout } from './git.ts';
import { ownerOf } from './programs.ts';
import { findRelease, type Release } from './release.ts';
import { becomesHealthy, tryRelease } from './trial.ts';

/** Time for the site to stop, after the command that stops it has returned. */
const MAX_STOP_MS = 60_000;
/** Time until the started site is healthy. */
const MAX_START_MS = 5 * 60_000;

export interface UpgradeOptions {
  /** The code folder. */
  root: string;
  env: Env;
  /** A release, instead of the newest one. */
  to?: string | undefined;
  /** Only checks whether the upgrade is possible. */
  isDryRun?: boolean;
  /** Command lines that stop and start the site. Without them, the owner does it. */
  stop?: string | undefined;
  start?: string | undefined;
  signal: AbortSignal;
  say(line: string): void;
  /** Tests replace these. */
  statfs?: AskDisk;
}

interface Upgrade extends UpgradeOptions {
  git: Git;
  database: string;
  current: string;
}

/**
 * Upgrades the code, its packages and the database to a release. Prepares everything next to the
 * running site. Then the site stops, a copy of its database is migrated and tried with the new
 * version, and both take their places. Throws a CommandError if that isn't possible or fails. Then
 * the site is as it was.
 */
export async function upgrade(options: UpgradeOptions): Promise<void> {
  const { root, env, signal, say } = options;
  if (process.platform === 'win32') {
    throw new CommandError(
      'npm run upgrade needs Linux or macOS. Follow docs/upgrading.md instead.',
    );
  }
  const git = new Git(root, ownerOf(root), signal);
  await requireCleanCheckout(git, root);
  const database = requireOneNode(env);
  const current = versionIn(root);
  const all = { ...options, git, database, current };
  const release = await findRelease(git, { current, to: options.to });
  if (!release) return say(`Inkwell ${current} is the newest release. There is nothing to do.`);
  await requireSpace(root, env, database, options.statfs);
  if (options.isDryRun) {
    return say(`Inkwell ${current} can be upgraded to ${release.version}. Nothing was changed.`);
  }
  const close = await openWorkshop(all);
  try {
    say(`Upgrading Inkwell ${current} to ${release.version}`);
    say('Installing and building the new version next to the current one …');
    const code = await prepareCode(all, release).catch((error) => {
      throw failure(all, release, error, `Nothing changed: Inkwell ${current} is still installed.`);
    });
    await replace(all, release, code);
  } finally {
    await close();
  }
}

/** From here on, the site is stopped. */
async function replace(all: Upgrade, release: Release, code: PreparedCode): Promise<void> {
  const { root, env, database, current, stop, start, signal, say } = all;
  const undo: (() => unknown)[] = [];
  const restarts = start !== undefined && (await isRunning(env));
  try {
    if (restarts) undo.push(() => runLine(root, start));
    await stopSite(all);
    let unlock = await waitForStop(env.dataDir, {
      signal,
      maxMs: stop === undefined ? Number.POSITIVE_INFINITY : MAX_STOP_MS,
    });
    undo.push(() => unlock());
    say('Backing up …');
    undo.push(() => rm(workshopOf(database), { recursive: true, force: true }));
    const { backup, folder } = await copyData(root, env, database, signal);
    say(`Made the backup ${backup}. Trying the new version on a copy of the database …`);
    const owner = ownerOf(env.dataDir);
    const { siteUrl } = env;
    await tryRelease({ code: code.folder, root, dataDir: folder, siteUrl, owner, signal });
    undo.push(await switchCode(all, code));
    undo.push(replaceDatabase(database, folder));
    unlock();
    if (start !== undefined) {
      undo.push(async () => {
        await runLine(root, stop);
        unlock = await waitForStop(env.dataDir, { maxMs: MAX_STOP_MS });
      });
      await startSite(all, start);
    }
    await rm(folder, { recursive: true, force: true });
    say(
      `Upgraded to Inkwell ${release.version}.${start === undefined ? ' Start it: npm start' : ''}`,
    );
  } catch (error) {
    say(`Going back to Inkwell ${current} …`);
    const problems = await goBack(undo);
    const state = restarts
      ? `Inkwell ${current} is running again. Nothing was lost.`
      : `Inkwell ${current} is back, and nothing was lost. Start it: npm start`;
    throw failure(all, release, error, problems ?? state);
  }
}

/** Undoes steps, the last one first. Returns what couldn't be undone. */
async function goBack(steps: (() => unknown)[]): Promise<string | undefined> {
  const problems: string[] = [];
  for (const step of steps.reverse()) {
    try {
      await step();
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (problems.length === 0) return undefined;
  return `Going back failed, too. "Going back" in docs/upgrading.md has the steps.\n${problems.join('\n')}`;
}

async function isRunning({ dataDir }: Env): Promise<boolean> {
  const unlock = await lockSite(dataDir);
  unlock?.();
  return unlock === undefined;
}

async function stopSite({ root, env, stop, say }: Upgrade): Promise<void> {
  if (!(await isRunning(env))) return;
  if (stop === undefined) {
    say('Everything is prepared. Stop Inkwell now (Ctrl-C in its terminal). Waiting for it …');
    return;
  }
  say('Stopping the site …');
  await runLine(root, stop);
}

async function startSite({ root, env, signal, say }: Upgrade, line: string): Promise<void> {
  say('Starting the site …');
  await runLine(root, line);
  const host = ['0.0.0.0', '::'].includes(env.host) ? 'localhost' : env.host;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${env.port}`;
  await becomesHealthy(origin, signal, MAX_START_MS).catch((error: Error) => {
    throw new CommandError(`At ${origin}, the new version ${error.message}.`, { cause: error });
  });
}

/** Runs a command line that the owner gave. Throws a CommandError if it fails. */
async function runLine(root: string, line = 'true'): Promise<void> {
  const child = spawn('/bin/sh', ['-c', line], { cwd: root, stdio: ['inherit', 2, 2] });
  // A program that it leaves in the background may keep the output open.
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new CommandError(`"${line}" failed.`);
}

function failure({ signal }: Upgrade, release: Release, error: unknown, state: string): Error {
  const { message } = error as Error;
  const reason = signal.aborted ? 'It was interrupted.' : message;
  const text = `The upgrade to ${release.version} failed. ${reason}\n${state}`;
  return new CommandError(text, { cause: error });
}

function versionIn(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
    .version;
}
