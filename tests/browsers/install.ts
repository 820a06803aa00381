import { existsSync } from 'node:fs';
import { ensurePackages } from '../support/debian.ts';

export const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
export const XVFB = '/usr/bin/Xvfb';

/** Returns the path of WebKitGTK's small browser. Debian's folder depends on the processor. */
export function findMiniBrowser(): string | undefined {
  const cpu = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  return ['4.1', '4.0']
    .map((version) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-${version}/MiniBrowser`)
    .find((path) => existsSync(path));
}

/** Installs the browsers from Debian if they are missing. Throws if that isn't possible. */
export function ensureBrowsers(say: (line: string) => void): void {
  const missing = [
    ensurePackages({
      name: 'Firefox',
      packages: ['firefox-esr'],
      isInstalled: () => existsSync(FIREFOX),
      say,
    }),
    ensurePackages({
      name: 'WebKit',
      packages: ['webkit2gtk-driver', 'xvfb'],
      isInstalled: () =>
        existsSync(WEBKIT_DRIVER) && existsSync(XVFB) && findMiniBrowser() !== undefined,
      say,
    }),
  ].filter((reason) => reason !== undefined);
  if (missing.length > 0) throw new Error(missing.join('\n'));
}
