/**
 * Writes the tables in docs/reliability.md from the reports of a full run: the JSON reports of
 * Vitest and Playwright, and the records of the tests (tests/support/record.ts).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { Figure, Trial } from '../tests/support/record.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENT = join(ROOT, 'docs/reliability.md');
const BEGIN = '<!-- Begin of generated tables: `npm run test:faults` writes them. -->';
const END = '<!-- End of generated tables. -->';

/** The result of a test. `titles` are those of its groups, then its own. */
interface Result {
  file: string;
  titles: string[];
  passed: boolean;
}

/** A row: what a file tried, how often, and how often it caused harm. */
interface Row {
  file: string;
  what: string;
  tried: number;
  succeeded: number;
}

/**
 * The parts of Vitest's JSON report (https://vitest.dev/guide/reporters#json-reporter) used here.
 */
interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

export interface Reports {
  vitest: string[];
  playwright: string[];
  records: string;
}

/**
 * Replaces the generated part of docs/reliability.md.
 *
 * @param reports paths of the reports of one whole run
 * @param seconds duration of the run, in seconds
 * @throws {Error} when a report is missing or the document has no generated part
 */
export async function writeReliability(reports: Reports, seconds: number): Promise<void> {
  const results: Result[] = [];
  for (const path of reports.vitest) results.push(...fromVitest(await readJson(path)));
  for (const path of reports.playwright) results.push(...fromPlaywright(await readJson(path)));
  const lines = (await readFile(reports.records, 'utf8')).trim().split('\n');
  const records = lines.map((line) => JSON.parse(line) as Trial | Figure);
  const trials = records.filter((line): line is Trial => 'what' in line);
  const figures = records.filter((line): line is Figure => 'figure' in line);
  const rows = rowsOf(results, trials);
  const isFault = ({ file }: Row) => file.startsWith('tests/faults/');
  const minutes = Math.floor(seconds / 60);
  const took = `${minutes}:${String(Math.round(seconds % 60)).padStart(2, '0')} minutes`;
  const day = new Date().toISOString().slice(0, 10);
  const generated = [
    BEGIN,
    '',
    `One run of \`npm run test:faults\`: ${day}, ${took}, ${cpus().length} cores, Node ${process.versions.node}.`,
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

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

function fromVitest({ testResults }: VitestReport): Result[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles, title, status }) => ({
        file: relative(ROOT, name),
        titles: [...ancestorTitles, title],
        passed: status === 'passed',
      })),
  );
}

function fromPlaywright({ suites }: JSONReport): Result[] {
  const walk = (suite: JSONReportSuite, titles: string[]): Result[] => [
    ...suite.specs.map(({ title, ok }) => ({
      file: join('tests/e2e', suite.file),
      titles: [...titles, title],
      passed: ok,
    })),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ];
  return suites.flatMap((suite) => walk(suite, []));
}

/**
 * Creates the rows. Tests without records count once, under the title of their outermost group.
 */
function rowsOf(results: Result[], trials: Trial[]): Row[] {
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
  for (const { file, titles, passed } of results) {
    if (recorded.has(`${file}\n${titles.join(' > ')}`)) continue;
    add(file, titles[0] ?? '', 1, passed ? 0 : 1);
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
  return part === 'faults' ? `npm run test:faults -- ${name}` : `npm test -- ${part} ${name}`;
}
