import { createHash } from 'node:crypto';
import { glob, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** In the folder of a build: the modules of the project that it bundles. */
export const MODULES_FILE = 'modules.json';

/** Every build reads these. New files in these folders change the build, too. */
const ALWAYS = [
  'src/**/*',
  'public/**/*',
  'astro.config.mjs',
  'package-lock.json',
  'scripts/{build-inputs,chunks}.ts',
];

/** Writes the paths of all modules that Vite bundles into the folder of the build. */
export function recordModules(): AstroIntegration {
  const modules = new Set<string>();
  return {
    name: 'inkwell:record-modules',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const plugin = {
          name: 'inkwell:record-modules',
          generateBundle(this: { getModuleIds(): Iterable<string> }) {
            for (const id of this.getModuleIds()) {
              const path = relative(ROOT, id.replace(/\?.*$/, ''));
              if (/^(api|db)\//.test(path)) modules.add(path);
            }
          },
        };
        updateConfig({ vite: { plugins: [plugin] } });
      },
      'astro:build:done': async ({ dir }) => {
        const sorted = [...modules].sort();
        await writeFile(new URL(`../${MODULES_FILE}`, dir), JSON.stringify(sorted, null, 1));
      },
    },
  };
}

/** Returns the input files of a build with these modules, as paths in the project. */
export async function inputsOf(modules: readonly string[]): Promise<string[]> {
  const paths = new Set(modules);
  for await (const entry of glob(ALWAYS, { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile()) paths.add(relative(ROOT, join(entry.parentPath, entry.name)));
  }
  return [...paths].sort();
}

/** Returns the id of a build: a hash of its inputs' names and bytes. A deleted input is empty. */
export async function buildId(
  inputs: readonly string[],
  read: (path: string) => Promise<Uint8Array> = (path) => readFile(join(ROOT, path)),
): Promise<string> {
  const hash = createHash('sha256');
  for (const path of inputs) {
    const bytes = await read(path).catch(() => '');
    hash.update(path).update('\0').update(bytes).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Tells whether one of these files changed after the given time (milliseconds since 1970). */
export async function isChangedSince(time: number, inputs: readonly string[]): Promise<boolean> {
  const found = await Promise.all(inputs.map((path) => stat(join(ROOT, path)).catch(() => null)));
  return found.some((file) => file === null || file.mtimeMs > time);
}
