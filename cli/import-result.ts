import { mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Tally } from './apply.ts';
import type { Collection } from './export.ts';
import type { ImportOptions } from './import.ts';
import type { Apart, Report } from './report.ts';

/** More names than this are in the report alone. */
const MAX_NAMES = 20;

/** Writes the report, if there is anything to report. Returns its path. */
export async function writeReport(
  report: Report,
  tally: Record<Collection, Tally>,
  options: ImportOptions,
  now: Date,
): Promise<string | undefined> {
  if (report.findings.length === 0) return undefined;
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '-');
  const name = `import-report-${stamp}${options.dryRun ? '-dry-run' : ''}.json`;
  const file = resolve(options.report ?? join(options.env.dataDir, name));
  await mkdir(dirname(file), { recursive: true });
  const head = { at: now.toISOString(), dryRun: options.dryRun === true, tally };
  const findings = report.findings.map((finding) => JSON.stringify(finding)).join(',\n');
  const handle = await open(file, 'w', 0o600);
  try {
    // A file that was there keeps its mode, and the report has emails. A pipe or a device is left alone.
    if ((await handle.stat()).isFile()) await handle.chmod(0o600);
    await handle.writeFile(
      `${JSON.stringify(head).slice(0, -1)},\n"findings":[\n${findings}\n]}\n`,
    );
  } finally {
    await handle.close();
  }
  return file;
}

interface Result {
  tally: Record<Collection, Tally>;
  report: Report;
  reportFile: string | undefined;
  dryRun: boolean;
  say(line: string): void;
}

/** Says what was done, and what the owner has to decide. */
export function sayResult({ tally, report, reportFile, dryRun, say }: Result): void {
  for (const kind of ['users', 'posts', 'comments', 'pictures'] as const) {
    const parts = Object.entries(tally[kind]).filter(([, count]) => count > 0);
    if (parts.length > 0) {
      const told = parts.map(([what, n]) => `${n} ${what === 'left' ? 'left out' : what}`);
      say(`${kind}: ${told.join(', ')}`);
    }
  }
  sayApart(report.apart, say);
  sayWithoutPassword(report.withoutPassword, say);
  if (reportFile !== undefined) {
    say(`${countOf(report.findings.length, 'note')}, including everything left out: ${reportFile}`);
  }
  if (dryRun) say('Nothing has been changed.');
  else say('The running server publishes the pages; otherwise the next npm start does.');
}

function sayApart(apart: Apart[], say: (line: string) => void): void {
  if (apart.length === 0) return;
  say('');
  say(
    `WARNING: ${countOf(apart.length, 'author')} ${apart.length === 1 ? 'was' : 'were'} not merged.`,
  );
  say(
    'Their emails belong to accounts here that never verified them; anyone could have registered those:',
  );
  sayNames(
    apart.map(({ username, email, holder }) => `${username} <${email}>, here "${holder.username}"`),
    say,
  );
  say('Their content was imported into separate accounts with placeholder emails.');
  say(
    'If the existing accounts are theirs, run the same import again with --merge. It merges all of them.',
  );
  say(
    'If not, run npm run user -- delete EMAIL, then the same import again: the author gets the email.',
  );
  say('');
}

function sayWithoutPassword(names: string[], say: (line: string) => void): void {
  if (names.length === 0) return;
  say(
    `WARNING: ${countOf(names.length, 'account')} ${names.length === 1 ? 'was' : 'were'} imported without a password.`,
  );
  say('The hash in the file is malformed, or would take too long to check at every sign-in:');
  sayNames(names, say);
  say('They can sign in with Google, or after: npm run user -- reset-password EMAIL');
  say('');
}

function countOf(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

function sayNames(names: string[], say: (line: string) => void): void {
  for (const name of names.slice(0, MAX_NAMES)) say(`  ${name}`);
  if (names.length > MAX_NAMES) say(`  and ${names.length - MAX_NAMES} more, in the report`);
}
