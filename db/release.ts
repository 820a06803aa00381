import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Database, Db } from './database.ts';
import { engine } from './engine.ts';
import { NewerDatabaseError } from './errors.ts';
import { keyLabels } from './label-keys.ts';
import { allRows } from './queries/query.ts';
import { getSetting, setSetting } from './queries/settings.ts';

/**
 * Migrations that older releases can work with, because they only add things that older code never
 * names. Listed without their number: `tag_lists`. During a rolling upgrade, nodes of both releases
 * serve the site. After any other migration, older releases refuse the database, and their running
 * nodes stop.
 */
const ROLLING: ReadonlySet<string> = new Set();

const KEY = 'database:migrated-by';

/** A migration in drizzle-kit's journal. `when` orders them. */
interface Migration {
  when: number;
  tag: string;
}

/** The record that a release leaves in a database when it migrates it. */
interface Mark {
  /** The release and its newest migration, for messages. */
  by: string;
  /** The newest migration. A mark for any other one is ignored. */
  migration: number;
  /** Releases that have this migration can use the database. */
  oldest: number;
}

function newerDatabase(by: string): NewerDatabaseError {
  return new NewerDatabaseError(
    `DATABASE_URL: the database was migrated by ${by}, and this is ${releaseName()}, which can't use it. ` +
      'Start the newer version, or restore a backup from before the upgrade (docs/backup.md)',
  );
}

let journal: Migration[] | undefined;

/**
 * Returns the migrations of this release. Read once, because an upgrade may replace the files of a
 * running node.
 */
function migrations(): Migration[] {
  if (journal === undefined) {
    const file = new URL(`./migrations/${engine}/meta/_journal.json`, import.meta.url);
    journal = (JSON.parse(readFileSync(file, 'utf8')) as { entries: Migration[] }).entries;
  }
  return journal;
}

const newestOf = (some: Migration[]) =>
  some.reduce((a, b) => (a.when > b.when ? a : b), { when: 0, tag: 'none' });

/** Returns the `when` of this release's newest migration. */
export function newestMigration(): number {
  return newestOf(migrations()).when;
}

/** Returns the name of this release: "Inkwell 0.1.0 (migration 0014_document_orders)". */
export function releaseName(): string {
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return `Inkwell ${version} (migration ${newestOf(migrations()).tag})`;
}

/** Throws a NewerDatabaseError if a newer release has migrated the database incompatibly. */
export async function requireUsable(db: Db): Promise<void> {
  const found = await newestIn(db);
  const own = newestMigration();
  if (found <= own) return;
  const mark = await readMark(db);
  // From another program, or a release that didn't leave marks.
  if (mark?.migration !== found) {
    const date = new Date(found).toISOString().slice(0, 10);
    throw newerDatabase(`a newer Inkwell (migration of ${date})`);
  }
  if (mark.oldest > own) throw newerDatabase(mark.by);
}

/**
 * Like `requireUsable`, for a running node, with one query: only a newly started release can have
 * migrated the database, and it left its mark.
 */
export async function requireStillUsable(tx: Db): Promise<void> {
  const mark = await readMark(tx);
  if (mark !== undefined && mark.oldest > newestMigration()) throw newerDatabase(mark.by);
}

/**
 * Returns the name of the newer release that has migrated the database of a running node, or null.
 * A rolling upgrade does that before it replaces the node.
 */
export async function newerRelease(db: Db): Promise<string | null> {
  const mark = await readMark(db);
  return mark !== undefined && mark.migration > newestMigration() ? mark.by : null;
}

/**
 * Brings the schema up to date, and records the release that did it. Throws a NewerDatabaseError
 * like `requireUsable`.
 */
export async function bringUpToDate(database: Database): Promise<void> {
  await requireUsable(database.read);
  // Write the mark before the migration, so nodes of the previous release never see the migration
  // without it. A new database has no table for it yet.
  if ((await newestIn(database.read)) > 0) await writeMark(database).catch(() => undefined);
  await database.migrate();
  await keyLabels(database);
  await writeMark(database);
}

async function writeMark(database: Database): Promise<void> {
  const all = migrations();
  const migration = newestOf(all).when;
  // Keep the mark of a newer release.
  if ((await newestIn(database.read)) > migration) return;
  if ((await readMark(database.read))?.migration === migration) return;
  const breaking = all.filter(({ tag }) => !ROLLING.has(tag.replace(/^\d+_/, '')));
  const mark: Mark = { by: releaseName(), migration, oldest: newestOf(breaking).when };
  await database.transaction((tx) => setSetting(tx, KEY, JSON.stringify(mark)));
}

async function readMark(db: Db): Promise<Mark | undefined> {
  const value = await getSetting(db, KEY);
  return value === undefined ? undefined : (JSON.parse(value) as Mark);
}

/** Returns the `when` of the newest applied migration, 0 for a new database. */
async function newestIn(db: Db): Promise<number> {
  const isThere =
    engine === 'postgres'
      ? sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`
      : sql`select exists (select 1 from sqlite_schema where name = '__drizzle_migrations') as found`;
  const [table] = await allRows<{ found: boolean | number }>(db, isThere);
  if (!table?.found) return 0;
  const name = sql.raw(`${engine === 'postgres' ? 'drizzle.' : ''}__drizzle_migrations`);
  const [newest] = await allRows<{ at: number | null }>(
    db,
    sql`select max(created_at) as at from ${name}`,
  );
  return Number(newest?.at ?? 0);
}
