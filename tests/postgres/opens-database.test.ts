import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../support/database.ts';
import { opensDatabase } from './opens-database.ts';

const FILES = globSync('tests/api/**/*.test.ts');

test('no test file that runs on SQLite alone asks for a database', () => {
  const left = FILES.filter((file) => !opensDatabase(file));
  expect(left.length).toBeGreaterThan(20);
  expect(left.length).toBeLessThan(FILES.length / 2);
  for (const file of left) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(
      /testApp|testDatabase|openDatabase|spawn\(/,
    );
  }
});

test.each([
  ["import { testDatabase } from '~/tests/support/database.ts';", true],
  ["import { testApp } from '~/tests/support/app.ts';", true],
  ["const { openDatabase } = await import('~/db/client.ts');", true],
  ["import { spawn } from 'node:child_process';", true],
  ["new Worker(new URL('~/cli/user.ts', import.meta.url));", true],
  ["import type { Database } from '~/db/client.ts';", false],
  ["import { slugify } from '~/api/post-fields/slug.ts';", false],
])('%s: %s', async (source, expected) => {
  const folder = await emptyFolder();
  const file = join(folder, 'file.test.ts');
  await writeFile(file, source.replace('~', relative(folder, process.cwd())));
  expect(opensDatabase(file)).toBe(expected);
});
