/**
 * `npm run dev`: the API in a process that restarts on changes, behind Astro's development server.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEnv } from '../api/env.ts';
import { EXIT_CODES, readArguments } from '../cli/terminal.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

readArguments('Usage: npm run dev\n\nStarts Inkwell with hot reload.', {});
try {
  const env = loadEnv(process.env);
  mkdirSync(env.dataDir, { recursive: true });
  const apiPort = String(env.port + 1);
  const shared = {
    ...process.env,
    SITE_URL: env.siteUrl,
    DATABASE_URL: env.databaseUrl,
    API_URL: `http://127.0.0.1:${apiPort}`,
    GOOGLE_ENABLED: env.google ? '1' : '',
    SIGN_IN_PROVIDERS: JSON.stringify(env.providers.map(({ id, name }) => ({ id, name }))),
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  const astro = fileURLToPath(import.meta.resolve('astro/package.json')).replace(
    'package.json',
    'bin/astro.mjs',
  );
  const options = { cwd: ROOT, stdio: 'inherit' } as const;
  const children = [
    spawn(process.execPath, ['--watch-path=api', '--watch-path=db', 'scripts/start.ts'], {
      ...options,
      env: { ...shared, PORT: apiPort },
    }),
    spawn(process.execPath, [astro, 'dev', '--host', env.host, '--port', String(env.port)], {
      ...options,
      env: shared,
    }),
  ];
  const stop = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  for (const child of children) child.once('exit', stop);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(EXIT_CODES.failed);
}
