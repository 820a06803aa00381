import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** All that a build and a start read. */
const PARTS = [
  ...['api', 'cli', 'db', 'public', 'scripts', 'src'],
  ...['astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'],
];
/** What the next version changes: a color and a text, so both the styles and a script. */
const CHANGES = [
  ['src/styles/tokens.css', /--accent: #\w+/, '--accent: #123456'],
  ['src/scripts/comments/linked.ts', /no longer exists/, 'is gone'],
] as const;

export interface Version {
  /** For `Node.start`. */
  script: string;
  /** Names of the files in `/_assets`. */
  assets: Set<string>;
  remove(): Promise<void>;
}

/** Copies the product, changes what readers see, and builds it. */
export async function nextVersion(): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-next-'));
  for (const part of PARTS) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, from, to] of CHANGES) {
    const text = await readFile(join(folder, file), 'utf8');
    if (!from.test(text)) throw new Error(`${file} has no ${from}`);
    await writeFile(join(folder, file), text.replace(from, to));
  }
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: folder });
  const [build = ''] = await readdir(join(folder, 'dist'));
  return {
    script: join(folder, 'scripts', 'start.ts'),
    assets: await assetsOf(join(folder, 'dist', build, 'client')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns the names of a build's files in `/_assets`. */
export async function assetsOf(clientDir: string): Promise<Set<string>> {
  const names = await readdir(join(clientDir, '_assets'));
  return new Set(names.filter((name) => !/\.(br|gz)$/.test(name)));
}
