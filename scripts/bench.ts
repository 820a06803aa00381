/**
 * `npm run bench` measures the figures of docs/performance.md, each against a baseline of the same
 * run, and prints one table. `npm run bench -- static api` measures only these.
 */
import { cpus, release, totalmem } from 'node:os';
import { LOADER } from '../bench/support/load.ts';
import { isMet, type Row, tableOf } from '../bench/support/rows.ts';
import { failUsage, readArguments } from '../cli/terminal.ts';
import { ensureBuild } from './build.ts';

/** Benches that need a quiet machine come first. */
const BENCHES: Record<string, () => Promise<{ measure(): Promise<Row[]> }>> = {
  static: () => import('../bench/static.ts'),
  api: () => import('../bench/api.ts'),
  start: () => import('../bench/start.ts'),
  pages: () => import('../bench/pages.ts'),
  editor: () => import('../bench/editor.ts'),
  search: () => import('../bench/search.ts'),
  publish: () => import('../bench/publish.ts'),
  settings: () => import('../bench/settings.ts'),
  documents: () => import('../bench/documents.ts'),
  conversation: () => import('../bench/conversation.ts'),
  lists: () => import('../bench/lists.ts'),
  cluster: () => import('../bench/cluster.ts'),
  growth: () => import('../bench/growth.ts'),
};

/** These take about half an hour, and run only when they're named. */
const SLOW = new Set(['growth']);

const say = (line: string) => console.log(line);
const USAGE = `Usage: npm run bench -- [NAME ...]

Names: ${Object.keys(BENCHES).join(', ')}. Without one, all but ${[...SLOW].join(', ')} run.`;
const names = readArguments(USAGE, {}, { max: Number.POSITIVE_INFINITY }).positionals;
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) failUsage(`There is no bench "${unknown[0]}".`, USAGE);
await ensureBuild({ say });
const started = performance.now();
const rows: Row[] = [];
const failures: string[] = [];
for (const [name, load] of Object.entries(BENCHES)) {
  if (names.length > 0 ? !names.includes(name) : SLOW.has(name)) continue;
  const began = performance.now();
  try {
    const measured = await (await load()).measure();
    rows.push(...measured);
    for (const row of measured) say(`  ${row.what}: ${row.ours} (${row.ratio.toFixed(2)})`);
  } catch (error) {
    failures.push(`${name}: ${(error as Error).message}`);
  }
  say(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
const [cpu] = cpus();
const memory = Math.round(totalmem() / 2 ** 30);
say(`\n${tableOf(rows)}\n`);
say(
  `${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpu?.model.trim()}, ${memory} GB, ` +
    `Linux ${release()}, Node ${process.version}; loader: ${LOADER}; ` +
    `${((performance.now() - started) / 60_000).toFixed(1)} minutes.`,
);
const missed = rows.filter((row) => !isMet(row)).length;
if (missed > 0)
  say(`${missed} of ${rows.length} rows miss their aim: docs/performance.md says why.`);
for (const failure of failures) console.error(`FAILED ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
