import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('docs/dependencies.md has a row for each direct dependency, with its version', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const docs = read('docs/dependencies.md');
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    expect(docs).toContain(`\n| ${name} ${packages[`node_modules/${name}`].version} `);
  }
});
