/**
 * Puts what the function needs into deploy/function/build (or the folder of the first argument):
 * our sources, and the packages below in the versions of package-lock.json, for Linux on the
 * platform's processor (`ARCH`: x64 or arm64).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What api/lambda.ts and serve.mjs load. tests/api/function/loading.test.ts compares. */
export const PACKAGES = [
  '@hono/node-server',
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  '@simplewebauthn/server',
  'altcha-lib',
  'aws4fetch',
  'bowser',
  'client-zip',
  'drizzle-orm',
  'hono',
  'htmlparser2',
  'isbot',
  'lru-cache',
  'lucia',
  'openid-client',
  'otpauth',
  'pg',
  'pino',
  'sanitize-html',
  'transliteration',
  'zod',
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['api', 'db', 'src/site.config.ts', 'deploy/function'];
/** What only the server needs. */
const LEFT_OUT = [
  'api/publish/worker',
  'api/search',
  'db/demo',
  'db/migrations',
  'deploy/function/build',
];

/** @param {string} target */
function copySources(target) {
  const skipped = [target, ...LEFT_OUT.map((path) => join(ROOT, path))];
  for (const path of SOURCES) {
    cpSync(join(ROOT, path), join(target, path), {
      recursive: true,
      filter: (source) => !skipped.includes(source),
    });
  }
}

/** @param {string} target */
function installPackages(target) {
  const { name, version, type, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const wanted = Object.fromEntries(PACKAGES.map((each) => [each, dependencies[each]]));
  const manifest = { name, version, type, private: true, dependencies: wanted };
  writeFileSync(join(target, 'package.json'), JSON.stringify(manifest, null, 2));
  cpSync(join(ROOT, 'package-lock.json'), join(target, 'package-lock.json'));
  const platform = ['--os=linux', '--libc=glibc', `--cpu=${process.env.ARCH ?? 'x64'}`];
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  // Not `npm ci`, which refuses a lock with more packages. `npm install` keeps the locked versions.
  const { status } = spawnSync('npm', ['install', ...options, ...platform], {
    cwd: target,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = resolve(process.argv[2] ?? join(ROOT, 'deploy/function/build'));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  copySources(target);
  installPackages(target);
}
