import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuild } from '../../scripts/build.ts';
import { buildId, inputsOf, MODULES_FILE } from '../../scripts/build-inputs.ts';

let id: string;
let modules: string[];

beforeAll(async () => {
  const build = await ensureBuild();
  id = build.id;
  modules = JSON.parse(await readFile(join(build.clientDir, '..', MODULES_FILE), 'utf8'));
});

/** Returns the build ID with different content in this file. */
async function idWithout(changed: string): Promise<string> {
  const read = (path: string) => (path === changed ? Promise.reject() : readFile(path));
  return buildId(await inputsOf(modules), read);
}

it('the build ID changes with every server file that pages and islands import', {
  tags: 'long',
}, async () => {
  expect(modules).toEqual(expect.arrayContaining(['db/client.ts', 'db/queries/posts.ts']));
  expect(modules.filter((path) => path.startsWith('api/')).length).toBeGreaterThan(0);
  for (const path of modules) expect(await idWithout(path), path).not.toBe(id);
});

it.each(['src/renderer.ts', 'src/styles/tokens.css', 'package-lock.json', 'astro.config.mjs'])(
  'the build ID changes with %s',
  async (path) => expect(await idWithout(path)).not.toBe(id),
);

it.each(['api/server.ts', 'db/seed.ts', 'scripts/start.ts', 'README.md'])(
  'the build ID stays the same when %s changes',
  async (path) => expect(await idWithout(path)).toBe(id),
);
