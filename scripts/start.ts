/** `npm start`: builds if the sources have changed, then runs the server in this process. */
import '../api/workarounds/drizzle-commonjs.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

// Readers need the server longer than the program that reads what it prints.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
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
