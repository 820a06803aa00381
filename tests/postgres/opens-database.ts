import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What opens a database, or starts a program that can. */
const OPENERS = [
  resolve(ROOT, 'db/client.ts'),
  resolve(ROOT, 'db/postgres.ts'),
  'node:child_process',
  'node:worker_threads',
  'piscina',
];
const TYPES = /^(?:import|export) type [^;]*;/gm;
/** Imports, and paths for `new URL` or a dynamic import. */
const NAMES = /(['"`])((?:\.{1,2}\/|node:|piscina)[^'"`\n]*)\1/g;

const named = new Map<string, string[]>();

/** Returns the modules and files that a file names, whether it loads them or not. */
function namesIn(file: string): string[] {
  const known = named.get(file);
  if (known) return known;
  const source = readFileSync(file, 'utf8').replace(TYPES, '');
  const names = [...source.matchAll(NAMES)].map(([, , name = '']) => {
    return name.startsWith('.') ? resolve(dirname(file), name) : name;
  });
  named.set(file, names);
  return names;
}

/**
 * Whether a test file can open a database, by the modules that it loads, directly or not. `true`
 * when in doubt.
 */
export function opensDatabase(file: string): boolean {
  const found = new Set([resolve(ROOT, file)]);
  // A set yields what is added during the loop.
  for (const each of found) {
    if (OPENERS.includes(each)) return true;
    if (!/\.(?:ts|tsx|js|mjs)$/.test(each) || !existsSync(each)) continue;
    for (const name of namesIn(each)) found.add(name);
  }
  return false;
}
