import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EnvError } from '../../../api/env.ts';
import { loadFunctionEnv } from '../../../api/function-env.ts';
import { PACKAGES } from '../../../deploy/function/build.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const VARIABLES = {
  SITE_URL: 'https://blog.example.com',
  DATABASE_URL: 'postgres://inkwell:password@127.0.0.1:1/inkwell',
  STORAGE: 's3',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
  S3_PUBLIC_URL: 'http://127.0.0.1:1',
};
const PATH = { PATH: process.env.PATH ?? '' };

/** Calls the function in a process of its own, and reports what was loaded for that. */
const SCRIPT = `
  import { registerHooks } from 'node:module';
  const ours = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const parent = context.parentURL ?? '';
      if (/^[@a-z]/.test(specifier) && found.url.includes('/node_modules/')) {
        if (!parent.includes('/node_modules/')) ours.add(/^(@[^/]+[/])?[^/]+/.exec(specifier)[0]);
      }
      return found;
    },
  });
  const timers = () => process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate/.test(name));
  const { default: { fetch } } = await import('./api/function.ts');
  const idle = timers();
  const answer = await fetch(new Request('https://x.example/api/auth/session'));
  console.error(JSON.stringify({
    idle,
    status: answer.status,
    body: await answer.json(),
    packages: [...ours].sort(),
    native: process.report.getReport().sharedObjects.filter((path) => path.endsWith('.node')),
  }));
  process.exit();
`;

describe('the function', () => {
  it('loads neither SQLite nor sharp nor render threads, starts no timers, and answers', () => {
    const run = spawnSync(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', SCRIPT],
      { cwd: ROOT, encoding: 'utf8', env: { ...PATH, ...VARIABLES } },
    );
    const loaded = JSON.parse(run.stderr);
    expect([loaded.status, loaded.body]).toEqual([200, { user: null }]);
    expect(loaded.idle).toEqual([]);
    const names = (loaded.native as string[]).map((path) => path.split('/').at(-1)?.split('.')[0]);
    expect(names.sort()).toEqual(['argon2', 'bcrypt']);
    // The server for containers is loaded by serve.mjs, the other one when somebody uses a passkey.
    const later = ['@hono/node-server', '@simplewebauthn/server'];
    expect([...later, ...loaded.packages].sort()).toEqual(PACKAGES);
  });

  it('ends with a line that names a bad setting, without its secrets', () => {
    const variables = { ...PATH, ...VARIABLES, STORAGE: 'local' };
    const run = spawnSync(process.execPath, ['--no-warnings', 'api/function.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: variables,
    });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('EnvError: STORAGE: must be "s3" in a function');
    expect(run.stderr).not.toMatch(/password/);
  });

  it.each([
    ['DATABASE_URL', ''],
    ['DATABASE_URL', 'file:/tmp/blog.db'],
    ['STORAGE', 'local'],
    ['SITE_URL', ''],
    ['S3_BUCKET', ''],
  ])('names %s when it is "%s"', (name, value) => {
    const load = () => loadFunctionEnv({ ...VARIABLES, [name]: value });
    expect(load).toThrow(EnvError);
    expect(load).toThrow(new RegExp(`^${name}: `));
  });
});
