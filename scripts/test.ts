/**
 * `npm test` runs all tests. `npm test -- PART` runs one part:
 * - `api`: the rules and the API
 * - `faults`: what happens when things break
 * - `s3`: pictures and the site in an S3 store
 * - `nginx`: the site behind nginx
 * - `deploy`: our files for Caddy and systemd
 * - `postgres`: the rules and the API on PostgreSQL
 * - `cluster`: several nodes on PostgreSQL, and on one SQLite file
 * - `e2e`: the product in Chromium
 * - `browsers`: the main tasks in Firefox and WebKit
 *
 * Further arguments go to Vitest or Playwright (`npm test -- api posts`). FAULTS=long runs every
 * fault in full, CLUSTER=long every row about several nodes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { failUsage, readArguments } from '../cli/terminal.ts';
import { ensureBrowsers } from '../tests/browsers/install.ts';
import { ensureCaddy } from '../tests/deploy/caddy.ts';
import { ensureSystemdAnalyze } from '../tests/deploy/systemd.ts';
import { ensureBrowser } from '../tests/e2e/support/browser.ts';
import { ensureNginx } from '../tests/nginx/nginx.ts';
import { ensurePostgres } from '../tests/postgres/server.ts';
import { ensureBuild } from './build.ts';
import { mountCommandPrefix } from './mount-rights.ts';
import { runSteps, runTool, type Step } from './steps.ts';

/** The exit code of `npm run test:s3` if Swift can't be installed. */
const SWIFT_MISSING = 2;

const PARTS: Record<string, (args: string[]) => Step> = {
  api: (args) => ({
    name: 'Rules and API (Vitest)',
    run: () => runTool('vitest', 'vitest', ['run', ...args]),
  }),
  faults: (args) => ({
    name: 'Faults (Vitest)',
    run() {
      const all = ['run', '--config', 'vitest.faults.config.ts', ...args];
      return runTool('vitest', 'vitest', all, mountCommandPrefix());
    },
  }),
  s3: (args) => ({
    name: 'Pictures and the site in a bucket (OpenStack Swift)',
    async run() {
      const missing = ensurePostgres((line) => console.log(line));
      if (missing) console.log(`Several nodes with a bucket were not tested: ${missing}`);
      await ensureBuild({ say: (line) => console.log(line) });
      const file = fileURLToPath(new URL('test-s3.ts', import.meta.url));
      const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' });
      const [code] = (await once(child, 'exit')) as [number | null];
      // Needs Debian packages. Without them, this part is skipped with a message.
      if (code === SWIFT_MISSING) console.log('Uploads to S3 were not tested on this machine.');
      return code === 0 || code === SWIFT_MISSING;
    },
  }),
  nginx: (args) => ({
    name: 'Behind nginx (Vitest)',
    async run() {
      const missing = ensureNginx((line) => console.log(line));
      if (missing !== undefined) {
        // Skipped with a message, like Swift.
        console.log(`The site behind nginx was not tested: ${missing}`);
        return true;
      }
      await ensureBuild({ say: (line) => console.log(line) });
      const config = ['--config', 'tests/nginx/vitest.config.ts'];
      return runTool('vitest', 'vitest', ['run', ...config, ...args]);
    },
  }),
  deploy: (args) => ({
    name: 'Files of deploy/ (Vitest)',
    async run() {
      const say = (line: string) => console.log(line);
      const missing = [ensureCaddy(say), ensureSystemdAnalyze(say)];
      for (const reason of missing) if (reason) say(`Not all of deploy/ was tested: ${reason}`);
      if (!missing.includes(undefined)) return true;
      const config = ['--config', 'tests/deploy/vitest.config.ts'];
      return runTool('vitest', 'vitest', ['run', ...config, ...args]);
    },
  }),
  postgres: (args) => ({
    name: 'The API on PostgreSQL (Vitest)',
    async run() {
      const missing = ensurePostgres((line) => console.log(line));
      if (missing !== undefined) {
        // Skipped with a message, like Swift.
        console.log(`The API on PostgreSQL was not tested: ${missing}`);
        return true;
      }
      const config = ['--config', 'tests/postgres/vitest.config.ts'];
      return runTool('vitest', 'vitest', ['run', ...config, ...args]);
    },
  }),
  cluster: (args) => ({
    name: 'Several nodes (Vitest)',
    async run() {
      const missing = ensurePostgres((line) => console.log(line));
      if (missing !== undefined) {
        console.log(`Several nodes were not tested: ${missing}`);
        return true;
      }
      await ensureBuild({ say: (line) => console.log(line) });
      const config = ['--config', 'tests/cluster/vitest.config.ts'];
      return runTool('vitest', 'vitest', ['run', ...config, ...args]);
    },
  }),
  e2e: (args) => ({
    name: 'The product in a browser (Playwright)',
    async run() {
      process.env.CHROMIUM_PATH = ensureBrowser((line) => console.log(line));
      return runTool('@playwright/test', 'playwright', ['test', ...args]);
    },
  }),
  browsers: (args) => ({
    name: 'The main tasks in Firefox and WebKit (Vitest)',
    async run() {
      ensureBrowsers((line) => console.log(line));
      await ensureBuild({ say: (line) => console.log(line) });
      const config = ['--config', 'tests/browsers/vitest.config.ts'];
      return runTool('vitest', 'vitest', ['run', ...config, ...args]);
    },
  }),
};

/** Reruns API tests whenever a file changes. */
const watch = (args: string[]): Step => ({
  name: 'Rules and API (Vitest), watching',
  run: () => runTool('vitest', 'vitest', ['watch', ...args]),
});

const USAGE = `Usage: npm test -- [PART [ARGUMENTS]]

Parts: ${Object.keys(PARTS).join(', ')}, watch. Without one, all but "watch" run. The arguments go
to Vitest or Playwright, such as a part of a file's name.`;
const [part, ...args] = process.argv.slice(2);
if (part?.startsWith('-')) readArguments(USAGE, {}, { args: [part] });
// All parts together: one width for each of the other browsers.
if (part === undefined) process.env.BROWSERS = 'smoke';
const chosen = part === undefined ? Object.values(PARTS) : [part === 'watch' ? watch : PARTS[part]];
if (!chosen.every((make) => make !== undefined)) {
  failUsage(`Unknown part "${part}".`, USAGE);
}
process.exit(await runSteps(chosen.map((make) => make(args))));
