/** `npm run check`: format and lint, types, dead code. */
import { runSteps, runTool } from './steps.ts';

process.exit(
  await runSteps([
    { name: 'Format and lint (Biome)', run: () => runTool('@biomejs/biome', 'biome', ['check']) },
    { name: 'Types (astro check)', run: () => runTool('astro', 'astro', ['check']) },
    { name: 'Dead code (knip)', run: () => runTool('knip', 'knip', []) },
  ]),
);
