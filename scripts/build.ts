/** Compiles the site once for each state of the sources: Astro into `dist/<hash>/`, the assets compressed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pack, writeDraft } from '../api/publisher/files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INPUTS = [
  'src/**/*',
  'public/**/*',
  'db/**/*.ts',
  'api/contract/**/*.ts',
  'astro.config.mjs',
  'package-lock.json',
];

/**
 * Keeps the build under 400 MB instead of 1,150 MB, for a third more CPU time: a bounded heap, one thread in the
 * bundler, and memory that the bundler frees goes back to the system at once
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

/** The build that is there. */
export interface Build {
  /** Hash of everything that the build is made from. */
  id: string;
  /** file: URL of the renderer. */
  rendererEntry: string;
  clientDir: string;
}

/** Builds before the current one that stay: a server that runs on one loads parts of it when it needs them. */
const KEPT_BUILDS = 2;

/** Where a build is, whether or not it is there. `dir` is absolute. */
function buildAt(dir: string, id: string): Build {
  return {
    id,
    rendererEntry: pathToFileURL(join(dir, 'server/entry.mjs')).href,
    clientDir: join(dir, 'client'),
  };
}

/** Hash over names and bytes of all that goes into a build. */
async function hashOfInputs(): Promise<string> {
  const files: string[] = [];
  for (const pattern of INPUTS) {
    for await (const entry of glob(pattern, { cwd: ROOT, withFileTypes: true })) {
      if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
    }
  }
  files.sort();
  const hash = createHash('sha256');
  const contents = await Promise.all(files.map((file) => readFile(file)));
  for (const [index, file] of files.entries()) {
    hash
      .update(file.slice(ROOT.length))
      .update('\0')
      .update(contents[index] ?? '')
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Makes sure that `dist/<hash>/` holds a build of the sources as they are, and gives it. `force` builds in
 * any case. Two at the same time do no harm: each builds in a folder of its own, and the first to finish is
 * kept. Throws when the build fails; earlier builds are then still there.
 */
export async function ensureBuild({
  force = false,
  say = (_line: string) => {},
} = {}): Promise<Build> {
  const dist = join(ROOT, 'dist');
  const id = await hashOfInputs();
  const wanted = join(dist, id);
  if (!force && (await isFolder(wanted))) return buildAt(wanted, id);
  say('Building the site …');
  const started = performance.now();
  await mkdir(dist, { recursive: true });
  const fresh = await mkdtemp(join(dist, 'partial-'));
  try {
    await astroBuild(fresh);
    await compressAssets(join(fresh, 'client'));
    // The process may run as another user than the one who builds.
    await chmod(fresh, 0o755);
    if (force) await rm(wanted, { recursive: true, force: true });
    await rename(fresh, wanted);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Somebody else has made the same build meanwhile; otherwise the build failed.
    if (!(await isFolder(wanted))) throw error;
  }
  await prune(dist, id);
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return buildAt(wanted, id);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Removes all but the newest builds. What is being made right now is young, and so is left alone. */
async function prune(dist: string, current: string): Promise<void> {
  const others = (await readdir(dist)).filter((name) => name !== current);
  const dated = await Promise.all(
    others.map(async (name) => ({ name, time: (await stat(join(dist, name))).mtimeMs })),
  );
  dated.sort((a, b) => b.time - a.time);
  for (const { name } of dated.slice(KEPT_BUILDS)) {
    await rm(join(dist, name), { recursive: true, force: true });
  }
}

async function astroBuild(outDir: string): Promise<void> {
  const astro = fileURLToPath(import.meta.resolve('astro/package.json')).replace(
    'package.json',
    'bin/astro.mjs',
  );
  const child = spawn(process.execPath, [astro, 'build', '--outDir', outDir], {
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
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') throw new Error(BUILD_KILLED);
  if (code !== 0) throw new Error(`astro build ended with code ${code ?? signal}:\n${output}`);
}

async function compressAssets(dir: string): Promise<void> {
  for await (const entry of glob('**/*', { cwd: dir, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    writeDraft(file, pack(file, await readFile(file), 11));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuild({ force: true, say: (line) => console.log(line) });
}
