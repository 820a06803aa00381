import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

/** It takes a third less time than headless Chromium. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const INSTALL = ['install', '-y', '-q', '--no-install-recommends'];
const PLAYWRIGHT_CLI = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/**
 * Returns the path of the browser for the tests: Playwright's or the system's. Undefined if
 * there is no browser.
 */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...PLACES, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
}

/**
 * Installs a browser if there is none: Debian's if permitted (its packages include the
 * dependencies), else Playwright's. On CI, also installs Debian's faster one beside another. If
 * there's no browser in the end, throws an error that says what to do.
 */
export function ensureBrowser(say: (line: string) => void): string {
  const present = findBrowser();
  const isSlow = process.env.CI !== undefined && present === '/usr/bin/chromium';
  if (present && !isSlow) return present;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing Chromium from Debian, once …');
    run('apt-get', ['update', '-q']);
    run('apt-get', [...INSTALL, 'chromium-headless-shell']);
    // Older Debian releases have no headless package.
    if (!findBrowser()) run('apt-get', [...INSTALL, 'chromium']);
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

/** Lets Chromium run as root, as in containers, and stops its background requests. */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
