import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the newest version in CHANGELOG.md is the one in package.json', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+) \(/m.exec(read('CHANGELOG.md')) ?? [];
  expect(JSON.parse(read('package.json')).version).toBe(newest);
});
