/** `npm start`: builds if the sources have changed, then runs the server in this process. */
import '../api/workarounds/drizzle-commonjs.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const USAGE = `Usage: npm start

Builds the site if its sources changed, then serves it. Set HOST, PORT, DATA_DIR, SITE_URL and all
other settings in the environment: .env.example describes them.`;

try {
  const { readArguments } = await import('../cli/terminal.ts');
  readArguments(USAGE, {});
  const { loadEnv } = await import('../api/env.ts');
  const env = loadEnv(process.env);
  const { ensureBuild } = await import('./build.ts');
  const build = await ensureBuild({ say });
  // Loaded after the build, which needs the memory on a small machine.
  const { serve } = await import('../api/server.ts');
  await serve({ env, build, say });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
