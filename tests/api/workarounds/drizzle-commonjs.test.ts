import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const WORKAROUND = new URL('../../../api/workarounds/drizzle-commonjs.ts', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

it('loads drizzle-orm and its entry points as CommonJS, with named exports intact', () => {
  const script = `
    await import(${JSON.stringify(WORKAROUND)});
    const { openDatabase } = await import('./db/client.ts');
    const { countPosts } = await import('./db/queries/posts.ts');
    const { createRequire } = await import('node:module');
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(JSON.stringify({
      isFunction: typeof countPosts === 'function' && typeof openDatabase === 'function',
      commonJs: loaded.filter((path) => /drizzle-orm.*[.]cjs$/.test(path)).length,
    }));
  `;
  const args = ['--input-type=module', '--no-warnings', '-e', script];
  const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  const { isFunction, commonJs } = JSON.parse(output);
  expect(isFunction).toBe(true);
  expect(commonJs).toBeGreaterThan(50);
});
