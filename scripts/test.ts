/**
 * `npm test` runs what every change must pass: all parts, without the tests that are tagged `long`.
 * `npm test -- PART` runs all tests of a part. `npm run test:all` runs everything in full: every
 * API test on PostgreSQL too, and each fault and each attack as often as docs/reliability.md says.
 * Without a part, it writes the tables there.
 *
 * Further arguments go to Vitest or Playwright (`npm test -- api posts`).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failUsage, readArguments } from '../cli/terminal.ts';
import { ensureBrowsers } from '../tests/browsers/install.ts';
import { ensureCaddy } from '../tests/deploy/caddy.ts';
import { ensureSystemdAnalyze } from '../tests/deploy/systemd.ts';
import { ensureBrowser } from '../tests/e2e/support/browser.ts';
import { ensureNginx } from '../tests/nginx/nginx.ts';
import { ensurePostgres } from '../tests/postgres/server.ts';
import { ensureSwift } from '../tests/s3/swift.ts';
import { ensureBuild } from './build.ts';
import { mountCommandPrefix } from './mount-rights.ts';
import { writeReliability } from './reliability.ts';
import { runSteps, runTool, type Step } from './steps.ts';

/** Installs a program where it can. Returns why it's missing, else undefined. */
type Ensure = (say: (line: string) => void) => string | undefined;

/** The tests in the folder of the same name in `tests/`. */
interface Part {
  title: string;
  /** Without them, the part is skipped with a message. */
  needs?: Ensure[];
  /** Without them, some of its tests are skipped with a message. */
  uses?: Ensure[];
  /** Starts the product as a process. */
  isBuilt?: boolean;
  /** Runs the tests, by default with Vitest. */
  run?(args: string[]): Promise<boolean>;
}

function vitest(parts: string[], args: string[], prefix?: string[]): Promise<boolean> {
  const projects = parts.flatMap((part) => ['--project', part]);
  const filter = isShort ? ['--tags-filter', '!long'] : [];
  return runTool('vitest', 'vitest', ['run', ...projects, ...filter, ...args], prefix);
}

const PARTS: Record<string, Part> = {
  api: { title: 'The rules and the API' },
  faults: {
    title: 'What happens when things break',
    isBuilt: true,
    run: (args) => vitest(['faults'], args, mountCommandPrefix()),
  },
  s3: {
    title: 'Pictures and the site in an S3 store (OpenStack Swift)',
    needs: [ensureSwift],
    uses: [ensurePostgres],
    isBuilt: true,
  },
  nginx: { title: 'The site behind nginx', needs: [ensureNginx], isBuilt: true },
  deploy: {
    title: 'The files for Caddy and systemd',
    uses: [ensureCaddy, ensureSystemdAnalyze],
    isBuilt: true,
  },
  postgres: { title: 'What depends on the engine, on PostgreSQL', needs: [ensurePostgres] },
  cluster: {
    title: 'Several nodes on PostgreSQL, and on one SQLite file',
    needs: [ensurePostgres],
    isBuilt: true,
  },
  e2e: {
    title: 'The product in Chromium (Playwright)',
    run(args) {
      process.env.CHROMIUM_PATH = ensureBrowser(say);
      return runTool('@playwright/test', 'playwright', ['test', ...args]);
    },
  },
  browsers: {
    title: 'The main tasks and writing in Firefox and WebKit',
    isBuilt: true,
    run(args) {
      ensureBrowsers(say);
      return vitest(['browsers'], args);
    },
  },
};

function say(line: string): void {
  console.log(line);
}

/** Installs what a part needs. Returns whether it can run. */
async function prepare(name: string, { needs = [], uses = [], isBuilt }: Part): Promise<boolean> {
  for (const ensure of uses) {
    const missing = ensure(say);
    if (missing !== undefined) say(`Not all of "${name}" was tested: ${missing}`);
  }
  for (const ensure of needs) {
    const missing = ensure(say);
    if (missing === undefined) continue;
    say(`"${name}" was not tested: ${missing}`);
    return false;
  }
  if (isBuilt) await ensureBuild({ say });
  return true;
}

const stepOf = (name: string, part: Part, args: string[]): Step => ({
  name: `${name}: ${part.title}`,
  run: async () =>
    !(await prepare(name, part)) || (await (part.run?.(args) ?? vitest([name], args))),
});

/** Runs parts in one call of Vitest, so that files of one part run while another part waits. */
const stepOfSeveral = (names: string[]): Step => ({
  name: names.join(', '),
  async run() {
    const ready: string[] = [];
    for (const name of names) {
      const part = PARTS[name];
      if (part && (await prepare(name, part))) ready.push(name);
    }
    return ready.length === 0 || (await vitest(ready, []));
  },
});

const USAGE = `Usage: npm test -- [PART [ARGUMENTS]]
       npm run test:all -- [PART [ARGUMENTS]]
       npm run test:watch -- [ARGUMENTS]

Parts: ${Object.keys(PARTS).join(', ')}. Without one, all run,
in \`npm test\` without the tests that are tagged "long". The arguments go to Vitest or Playwright,
such as a part of a file's name.`;

/** Runs API tests again whenever a file changes. */
const watch = (args: string[]): Step => ({
  name: 'api, watching',
  run: () => runTool('vitest', 'vitest', ['watch', '--project', 'api', ...args]),
});

/** Parts that spend much of their time waiting for servers. */
const TOGETHER = ['cluster', 's3', 'nginx', 'deploy'];

function allSteps(): Step[] {
  const others = Object.entries(PARTS).filter(([name]) => !TOGETHER.includes(name));
  return [...others.map(([name, part]) => stepOf(name, part, [])), stepOfSeveral(TOGETHER)];
}

function chooseSteps(name: string | undefined, args: string[]): Step[] {
  if (name?.startsWith('-')) readArguments(USAGE, {}, { args: [name] });
  if (name === 'watch') return [watch(args)];
  if (name === undefined) return allSteps();
  const part = PARTS[name];
  if (part === undefined) return failUsage(`Unknown part "${name}".`, USAGE);
  return [stepOf(name, part, args)];
}

/** Runs all parts in full, and writes the tables in docs/reliability.md. */
async function runAndRecord(steps: Step[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-reliability-'));
  const records = join(folder, 'records.jsonl');
  try {
    await writeFile(records, '');
    process.env.RELIABILITY_RECORDS = records;
    const outcome = await runSteps(steps);
    await writeReliability(outcome, records);
    await runTool('@biomejs/biome', 'biome', ['format', '--write', 'docs/reliability.md']);
    return outcome.passed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isFull = process.argv[2] === 'all';
const [name, ...args] = process.argv.slice(isFull ? 3 : 2);
const isShort = !isFull && name === undefined;
const steps = chooseSteps(name, args);
if (isFull) process.env.TESTS = 'all';
if (isShort) process.env.TESTS = 'short';
const isWhole = isFull && name === undefined;
const passed = isWhole ? await runAndRecord(steps) : (await runSteps(steps)).passed;
process.exit(passed ? 0 : 1);
