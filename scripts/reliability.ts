/**
 * Writes the tables in docs/reliability.md from a full run: the results of its tests, and what they
 * recorded (tests/support/record.ts).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure, Trial } from '../tests/support/record.ts';
import type { Outcome } from './steps.ts';
import type { TestResult } from './test-report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENT = join(ROOT, 'docs/reliability.md');
const BEGIN = '<!-- Begin of generated tables: `npm run test:all` writes them. -->';
const END = '<!-- End of generated tables. -->';

/** Tests with a row in the tables. */
const TRIED = /^tests\/(?:faults\/|api\/attack\/|api\/content\/sanitize|e2e\/attack)/;

/** A row: what a file tried, how often, and how often it caused harm. */
interface Row {
  file: string;
  what: string;
  tried: number;
  succeeded: number;
}

/**
 * Replaces the generated part of docs/reliability.md.
 *
 * @param recordsFile path of what the tests recorded
 * @throws {Error} when there are no records or the document has no generated part
 */
export async function writeReliability(
  { tests, seconds }: Outcome,
  recordsFile: string,
): Promise<void> {
  const lines = (await readFile(recordsFile, 'utf8')).trim().split('\n');
  const records = lines.map((line) => JSON.parse(line) as Trial | Figure);
  const trials = records.filter((line): line is Trial => 'what' in line);
  const figures = records.filter(
    (line): line is Figure => 'figure' in line && TRIED.test(relative(ROOT, line.file)),
  );
  const rows = rowsOf(tests, trials).filter(({ file }) => TRIED.test(file));
  const isFault = ({ file }: Row) => file.startsWith('tests/faults/');
  const minutes = Math.floor(seconds / 60);
  const took = `${minutes}:${String(Math.round(seconds % 60)).padStart(2, '0')} minutes`;
  const day = new Date().toISOString().slice(0, 10);
  const generated = [
    BEGIN,
    '',
    `One run of \`npm run test:all\`: ${day}, ${took}, ${cpus().length} cores, Node ${process.versions.node}.`,
    '',
    '## Attacks',
    '',
    table(rows.filter((row) => !isFault(row))),
    '',
    '## Faults',
    '',
    table(rows.filter(isFault)),
    '',
    '## Measured in the same run',
    '',
    '| figure | value |',
    '| --- | --- |',
    ...figures.map(({ figure, value }) => `| ${cell(figure)} | ${cell(value)} |`),
    '',
    END,
  ].join('\n');
  const document = await readFile(DOCUMENT, 'utf8');
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`${relative(ROOT, DOCUMENT)} has no generated part`);
  }
  await writeFile(DOCUMENT, before + generated + after);
}

/**
 * Creates the rows. Tests without records count once, under the title of their outermost group.
 */
function rowsOf(tests: TestResult[], trials: Trial[]): Row[] {
  const rows = new Map<string, Row>();
  const add = (file: string, what: string, tried: number, succeeded: number) => {
    const key = `${file}\n${what}`;
    const row = rows.get(key) ?? { file, what, tried: 0, succeeded: 0 };
    rows.set(key, {
      ...row,
      tried: row.tried + tried,
      succeeded: row.succeeded + succeeded,
    });
  };
  const recorded = new Set<string>();
  for (const { file, test, what, tried, succeeded } of trials) {
    const path = relative(ROOT, file);
    recorded.add(`${path}\n${test}`);
    add(path, what, tried, succeeded);
  }
  for (const { file, titles, outcome } of tests) {
    const key = `${file}\n${titles.join(' > ')}`;
    // API tests run once on each engine.
    if (recorded.has(key)) continue;
    recorded.add(key);
    add(file, titles[0] ?? '', 1, outcome === 'failed' ? 1 : 0);
  }
  return [...rows.values()].sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
}

function table(rows: Row[]): string {
  return [
    '| what | tried | succeeded | repeat with |',
    '| --- | ---: | ---: | --- |',
    ...rows.map(
      ({ file, what, tried, succeeded }) =>
        `| ${cell(what)} | ${tried.toLocaleString('en-US')} | ${succeeded} | \`${command(file)}\` |`,
    ),
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}

function command(file: string): string {
  const [, part = '', ...rest] = file.split('/');
  const name = rest.join('/').replace(/\.(test|spec)\.ts$/, '');
  return `npm run test:all -- ${part} ${name}`;
}
