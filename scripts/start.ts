/** `npm start`: builds if the sources have changed, then runs the server in this process. */
import './lean-imports.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { loadEnv } = await import('../api/env.ts');
  const env = loadEnv(process.env);
  const [{ ensureBuild }, { serve }] = await Promise.all([
    import('./build.ts'),
    import('../api/server.ts'),
  ]);
  const build = await ensureBuild({ say });
  await serve({ env, build, say });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
