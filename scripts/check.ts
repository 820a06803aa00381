/**
 * `npm run check`: everything below except `format`. `npm run check -- lint` runs one part, as do
 * `npm run lint`, `npm run format` and `npm run typecheck`.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { failUsage, readArguments } from '../cli/terminal.ts';
import { runSteps, runTool, type Step } from './steps.ts';

const SOURCES = [
  '{api,bench,cli,db,deploy,scripts,src,tests}/**/*.{astro,conf,css,mjs,service,sql,ts,tsx,yaml}',
  'deploy/**/{Caddyfile,Dockerfile}',
  '{.env.example,*.mjs,*.ts}',
];
/** A line of comment with more than one word: addresses can't be wrapped. */
const COMMENT = /^\s*(?:\/\/|\{?\/\*{1,2}|\*|#|--|<!--)\s+\S+\s+\S/;
const MAX_COLUMNS = 100;

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
  comments: { name: 'Width of comments', run: checkComments },
};
const FORMAT: Step = {
  name: 'Format (Biome)',
  run: () => runTool('@biomejs/biome', 'biome', ['check', '--write']),
};

/** Biome wraps code, but not comments. Prints those that are too wide. Migrations never change. */
async function checkComments(): Promise<boolean> {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const wide = globSync(SOURCES, {
    cwd,
    exclude: ['db/migrations/**', '**/node_modules/**'],
  }).flatMap((file) =>
    readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > MAX_COLUMNS && COMMENT.test(line) ? `${file}:${index + 1}` : [],
      ),
  );
  if (wide.length > 0) console.log(`Over ${MAX_COLUMNS} columns:\n${wide.join('\n')}`);
  return wide.length === 0;
}

const USAGE = `Usage: npm run check -- [PART]

Parts: ${Object.keys(PARTS).join(', ')}, format. Without one, all but "format" run.`;
const [part] = readArguments(USAGE, {}, { max: 1 }).positionals;
const chosen =
  part === undefined ? Object.values(PARTS) : [part === 'format' ? FORMAT : PARTS[part]];
if (!chosen.every((step) => step !== undefined)) {
  failUsage(`Unknown part "${part}".`, USAGE);
}
process.exit((await runSteps(chosen)).passed ? 0 : 1);
