/**
 * `npm run check`: everything below except `format`. `npm run check -- lint` runs one part, as do
 * `npm run lint`, `npm run format` and `npm run typecheck`.
 */
import { failUsage, readArguments } from '../cli/terminal.ts';
import { runSteps, runTool, type Step } from './steps.ts';

const PARTS: Record<string, Step> = {
  lint: {
    name: 'Format and lint (Biome)',
    run: () => runTool('@biomejs/biome', 'biome', ['check']),
  },
  types: {
    name: 'Types (tsc and astro check)',
    // Only astro check reads .astro files, but it is slower than tsc.
    async run() {
      const results = await Promise.all([
        runTool('typescript', 'tsc', ['-p', 'tsconfig.server.json']),
        runTool('astro', 'astro', ['check', '--tsconfig', 'src/tsconfig.json']),
      ]);
      return results.every(Boolean);
    },
  },
  unused: { name: 'Unused code (knip)', run: () => runTool('knip', 'knip', []) },
};
const FORMAT: Step = {
  name: 'Format (Biome)',
  run: () => runTool('@biomejs/biome', 'biome', ['check', '--write']),
};

const USAGE = `Usage: npm run check -- [PART]

Parts: ${Object.keys(PARTS).join(', ')}, format. Without one, all but "format" run.`;
const [part] = readArguments(USAGE, {}, { max: 1 }).positionals;
const chosen =
  part === undefined ? Object.values(PARTS) : [part === 'format' ? FORMAT : PARTS[part]];
if (!chosen.every((step) => step !== undefined)) {
  failUsage(`Unknown part "${part}".`, USAGE);
}
process.exit((await runSteps(chosen)).passed ? 0 : 1);
