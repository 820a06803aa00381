import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { COLLECTIONS, type Collection, perCollection } from './export.ts';

/**
 * What happened to the records of a collection. `merged`: users whose email an account already has.
 */
export interface Tally {
  added: number;
  updated: number;
  unchanged: number;
  merged: number;
  left: number;
}

export type Outcome = keyof Tally;

type Kind =
  | 'user'
  | 'post'
  | 'comment'
  | 'picture'
  | 'document'
  | 'redirect'
  | 'settings'
  /** What concerns another system's export as a whole. */
  | 'source';

/** Something that was changed or left out. */
export interface Finding {
  kind: Kind;
  id: string;
  /** What was wrong, and what was done about it. */
  what: string;
  /** The value that isn't in the database, so that nothing is lost. */
  before?: unknown;
}

/** A user who wasn't merged into the account that has their email. */
interface UnmergedUser {
  username: string;
  email: string;
  holder: { id: string; username: string };
}

/** Printed in the terminal; the report file has all of them. */
const MAX_NAMES = 20;

/** Collects what an import does, and what it changes or leaves out. */
export class ImportReport {
  readonly tally = perCollection(
    (): Tally => ({ added: 0, updated: 0, unchanged: 0, merged: 0, left: 0 }),
  );
  readonly findings: Finding[] = [];
  /** Also printed in the terminal: the owner has to decide. */
  readonly unmerged: UnmergedUser[] = [];
  /** New accounts whose password hash was refused. Also printed in the terminal. */
  readonly withoutPassword: string[] = [];

  copy(): ImportReport {
    const copy = new ImportReport();
    for (const [of, tally] of Object.entries(this.tally)) {
      Object.assign(copy.tally[of as Collection], tally);
    }
    copy.findings.push(...this.findings);
    copy.unmerged.push(...this.unmerged);
    copy.withoutPassword.push(...this.withoutPassword);
    return copy;
  }

  add(kind: Kind, id: string, what: string, before?: unknown): void {
    this.findings.push({ kind, id, what, ...(before === undefined ? {} : { before }) });
  }

  /** Writes the findings as JSON to a file that only its owner can read. */
  async write(file: string, { at, dryRun }: { at: Date; dryRun: boolean }): Promise<void> {
    const head = JSON.stringify({ at: at.toISOString(), dryRun, tally: this.tally });
    const findings = this.findings.map((finding) => JSON.stringify(finding)).join(',\n');
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(file, 'w', 0o600);
    try {
      // An existing file keeps its mode, and the report has emails. Pipes and devices stay as they
      // are.
      if ((await handle.stat()).isFile()) await handle.chmod(0o600);
      await handle.writeFile(`${head.slice(0, -1)},\n"findings":[\n${findings}\n]}\n`);
    } finally {
      await handle.close();
    }
  }

  /** "posts: 56 added, 2 left out", for every collection that has any. */
  tallyLines(): string[] {
    return COLLECTIONS.flatMap((kind) => {
      const parts = Object.entries(this.tally[kind])
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => `${count} ${outcome === 'left' ? 'left out' : outcome}`);
      return parts.length > 0 ? [`${kind}: ${parts.join(', ')}`] : [];
    });
  }

  print(say: (line: string) => void, reportFile: string | undefined): void {
    for (const line of this.tallyLines()) say(line);
    if (this.unmerged.length > 0) printUnmerged(this.unmerged, say);
    if (this.withoutPassword.length > 0) printWithoutPassword(this.withoutPassword, say);
    if (reportFile !== undefined) {
      say(`${plural(this.findings.length, 'note')}, including everything left out: ${reportFile}`);
    }
  }
}

function printUnmerged(users: UnmergedUser[], say: (line: string) => void): void {
  say('');
  say(`WARNING: ${plural(users.length, 'author')} not merged.`);
  const why = 'Their emails belong to accounts here that never verified them';
  say(`${why}, so anyone could have registered them:`);
  const names = users.map(({ username, email, holder }) => {
    return `${username} <${email}>, here "${holder.username}"`;
  });
  printNames(names, say);
  say('Their content was imported into separate accounts with placeholder emails.');
  const theirs = 'If the existing accounts are theirs, run the same import with --merge';
  say(`${theirs}. It merges all of them.`);
  say('If not, run: npm run user -- delete EMAIL');
  say('Then run the same import again. The author gets the email.');
  say('');
}

function printWithoutPassword(names: string[], say: (line: string) => void): void {
  const were = names.length === 1 ? 'was' : 'were';
  say(`WARNING: ${plural(names.length, 'account')} ${were} imported without a password.`);
  say('The hash in the file is malformed, or would take too long to check at every sign-in:');
  printNames(names, say);
  say('They can sign in with Google, or after: npm run user -- reset-password EMAIL');
  say('');
}

function printNames(names: string[], say: (line: string) => void): void {
  for (const name of names.slice(0, MAX_NAMES)) say(`  ${name}`);
  if (names.length > MAX_NAMES) say(`  and ${names.length - MAX_NAMES} more, in the report`);
}

/** "1 note", "2 notes" */
export function plural(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** Returns a record for the report, without its password. */
export function omitPassword(record: Record<string, unknown>): Record<string, unknown> {
  const { password: _, ...rest } = record;
  return rest;
}
