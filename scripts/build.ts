/** Builds the site into `dist/<hash>/`, once for each state of the sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ASSET, pack, writeUnsynced } from '../api/publish/files.ts';
import { EXIT_SAFELY } from '../api/workarounds/exit-hang.ts';
import { buildId, inputsOf, isChangedSince, MODULES_FILE } from './build-inputs.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Keeps the build under 400 MB (1,150 MB otherwise) for a third more CPU time: a bounded heap, one
 * thread in the bundler, and memory that the bundler frees returns to the system at once
 * (https://microsoft.github.io/mimalloc/environment.html).
 */
const FRUGAL_BUILD = {
  NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=2',
  RAYON_NUM_THREADS: '1',
  MIMALLOC_ALLOW_THP: '0',
  MIMALLOC_PURGE_DELAY: '0',
};
const BUILD_KILLED =
  'The build was killed, most likely because the machine ran out of memory. It needs about 400 MB: stop other ' +
  'programs or add swap, then run npm start again. Or run npm run build on another machine and copy its dist folder here.';

/** Earlier builds stay for servers that still run on them: they load some modules late. */
const MAX_EARLIER_BUILDS = 2;

/** `id` is a hash of the build's inputs. */
function buildAt(dir: string, id: string) {
  return {
    id,
    /** file: URL. */
    rendererEntry: pathToFileURL(join(dir, 'server/entry.mjs')).href,
    clientDir: join(dir, 'client'),
  };
}

/**
 * Returns the build of the current sources, and makes it if there's none, or with `force`. Two
 * processes may do this at once: each builds in its own folder, and the first to finish wins.
 * Throws an Error that says what to change.
 */
export async function ensureBuild(options: { force?: boolean; say?(line: string): void } = {}) {
  try {
    return await findOrBuild(options);
  } catch (error) {
    throw buildError(error as NodeJS.ErrnoException);
  }
}

/** Names the folder that can't be written; other errors stay as they are. */
export function buildError(error: NodeJS.ErrnoException): Error {
  const { message, path = ROOT } = error;
  if (/EACCES|EPERM|EROFS/.test(message)) {
    return new Error(
      `The site could not be built: ${path} cannot be written to. Run this as the user who owns ` +
        'the folder, or give this user the right to write there.',
      { cause: error },
    );
  }
  if (/ENOSPC|EDQUOT/.test(message)) {
    const why = `The site could not be built: the disk that holds ${path} is full. Free about 1 GB and try again.`;
    return new Error(why, { cause: error });
  }
  return error;
}

async function findOrBuild({ force = false, say = (_line: string) => {} }) {
  const dist = join(ROOT, 'dist');
  await mkdir(dist, { recursive: true });
  const current = force ? undefined : await findCurrent(dist);
  if (current !== undefined) return buildAt(join(dist, current), current);
  say('Building the site …');
  const started = Date.now();
  const fresh = await mkdtemp(join(dist, 'partial-'));
  try {
    await astroBuild(fresh);
    await compressAssets(join(fresh, 'client'));
    // The server may run as a different user.
    await chmod(fresh, 0o755);
    const inputs = await inputsOf(await modulesOf(fresh));
    if (await isChangedSince(started, inputs)) {
      throw new Error('A source file changed during the build. Please start again.');
    }
    const id = await buildId(inputs);
    const target = join(dist, id);
    if (force) await rm(target, { recursive: true, force: true });
    await rename(fresh, target).catch(async (error: unknown) => {
      // Another process may have made the same build in the meantime.
      if (!existsSync(target)) throw error;
    });
    await prune(dist, id);
    say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    return buildAt(target, id);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Returns the id of the build whose sources haven't changed since, or `undefined`. */
async function findCurrent(dist: string): Promise<string | undefined> {
  for (const name of await newestFirst(dist)) {
    const modules = await modulesOf(join(dist, name)).catch(() => undefined);
    if (modules && (await buildId(await inputsOf(modules))) === name) return name;
  }
  return undefined;
}

async function modulesOf(dir: string): Promise<string[]> {
  return JSON.parse(await readFile(join(dir, MODULES_FILE), 'utf8'));
}

/** Deletes all but the newest builds. One that's being made is new, and so it stays. */
async function prune(dist: string, current: string): Promise<void> {
  const others = (await newestFirst(dist)).filter((name) => name !== current);
  for (const name of others.slice(MAX_EARLIER_BUILDS)) {
    await rm(join(dist, name), { recursive: true, force: true });
  }
}

async function newestFirst(dist: string): Promise<string[]> {
  const names = await readdir(dist);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(dist, name))).mtimeMs })),
  );
  return dated.sort((a, b) => b.time - a.time).map(({ name }) => name);
}

async function astroBuild(outDir: string): Promise<void> {
  const astro = fileURLToPath(import.meta.resolve('astro/package.json')).replace(
    'package.json',
    'bin/astro.mjs',
  );
  const child = spawn(process.execPath, [EXIT_SAFELY, astro, 'build', '--outDir', outDir], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...FRUGAL_BUILD,
      // Tests use the same build as readers.
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL' || code === 137) throw new Error(BUILD_KILLED);
  if (code !== 0) throw new Error(`astro build ended with code ${code ?? signal}:\n${output}`);
}

async function compressAssets(dir: string): Promise<void> {
  for await (const entry of glob('**/*', { cwd: dir, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    writeUnsynced(file, pack(file, await readFile(file), ASSET));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { readArguments } = await import('../cli/terminal.ts');
  readArguments('Usage: npm run build\n\nBuilds the site, even if its sources are unchanged.', {});
  await ensureBuild({ force: true, say: (line) => console.log(line) }).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
}
