import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const PLACES = [
  // Chromium without a window, which needs a third less time than Chromium that hides its window.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const PLAYWRIGHT_CLI = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/**
 * Path of the browser that the tests drive: Playwright's own or the system's; undefined when there
 * is none.
 */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...PLACES, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
}

/**
 * Makes sure of a browser, installing one when there is none: Debian's, where we may (its packages
 * bring what the browser needs), else Playwright's. Throws an Error that says what to do when
 * neither works.
 */
export function ensureBrowser(say: (line: string) => void): string {
  const present = findBrowser();
  if (present) return present;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing Chromium from Debian, once …');
    run('apt-get', ['update', '-q']);
    // Older releases of Debian have it with its window alone.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (!findBrowser()) run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name]);
    }
  }
  if (!findBrowser()) {
    say('Downloading Chromium through Playwright, once …');
    run(process.execPath, [PLAYWRIGHT_CLI, 'install', 'chromium']);
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error(
    'The tests need a browser, and none could be installed. Install Chromium, or set CHROMIUM_PATH to one.',
  );
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8' });
  if (status === 0) return;
  const output = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-15).join('\n');
  process.stderr.write(`${command} ${args.join(' ')} failed: ${error?.message ?? ''}\n${output}\n`);
}

/** What Chromium needs to run as root, as it does in containers, and to leave the network alone. */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
