import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Env } from '../api/env.ts';
import { type Db, databaseFile, openDatabase } from '../db/client.ts';
import { Applier, type Tally } from './apply.ts';
import { createPictureSaver } from './embedded.ts';
import type { Collection } from './export.ts';
import { orDiskFull } from './failure.ts';
import { sayResult, writeReport } from './import-result.ts';
import { JsonReader } from './json-reader.ts';
import {
  type CommentRecord,
  type Context,
  commentRecord,
  type PictureRecord,
  type PostRecord,
  pictureRecord,
  postRecord,
  type UserRecord,
  userRecord,
} from './records.ts';
import { Report } from './report.ts';
import { exportedRecords, mernRecords, type RawRecord } from './sources.ts';
import { removeAtExit } from './whole-file.ts';

const PROGRESS_EVERY_MS = 1000;

export interface ImportOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'databaseAuthToken' | 'storage'>;
  /** An export of ours, or the files (or folders) of mongoexport. */
  from: { file: string } | { mern: string[] };
  /** Changes nothing, and tells what would happen. */
  dryRun?: boolean;
  /** Merges users also into accounts that never proved that they own their email. */
  merge?: boolean;
  /** Where the report goes; in DATA_DIR without it. */
  report?: string;
  say(line: string): void;
  now?: () => Date;
}

export interface ImportResult {
  tally: Record<Collection, Tally>;
  report: Report;
  /** Where the report is; undefined when there was nothing to report. */
  reportFile: string | undefined;
}

/** A record that waits to be written. */
type Prepared =
  | { kind: 'users'; record: UserRecord }
  | { kind: 'pictures'; record: PictureRecord }
  | { kind: 'posts'; record: PostRecord }
  | { kind: 'comments'; record: CommentRecord };

/**
 * Takes content over: reads and sanitizes all of it into a temporary file, then writes it in one transaction,
 * so that a server that is running waits for that alone. Posts get outbox rows: the publisher makes their
 * pages. Throws a CommandError when the files cannot be read; then nothing has changed.
 */
export async function importContent(options: ImportOptions): Promise<ImportResult> {
  const { env, from, dryRun = false, say } = options;
  const now = options.now?.() ?? new Date();
  const report = new Report();
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-import-'));
  removeAtExit(folder);
  try {
    const spool = join(folder, 'records.jsonl');
    const raw = 'mern' in from ? mernRecords(from.mern) : exportedRecords(from.file);
    const context = { report, now };
    const tally = emptyTally();
    await prepare(raw, { spool, context, tally, options });
    await applyAll(spool, { context, tally, options });
    const reportFile = await writeReport(report, tally, options, now);
    sayResult({ tally, report, reportFile, dryRun, say });
    return { tally, report, reportFile };
  } catch (error) {
    throw orDiskFull(error, env.dataDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Work {
  context: Context;
  tally: Record<Collection, Tally>;
  options: ImportOptions;
}

function emptyTally(): Record<Collection, Tally> {
  const none = () => ({ added: 0, updated: 0, unchanged: 0, merged: 0, left: 0 });
  return { users: none(), pictures: none(), posts: none(), comments: none() };
}

/** Makes every record fit to be stored, and writes it down. */
async function prepare(
  raw: AsyncIterable<RawRecord>,
  { spool, context, tally, options }: Work & { spool: string },
): Promise<void> {
  const { say } = options;
  const pictures = createPictureSaver(options, context);
  const stream = createWriteStream(spool, { mode: 0o600 });
  const ended = finished(stream);
  ended.catch(() => undefined);
  const put = async (prepared: Prepared) => {
    if (stream.errored) throw stream.errored;
    if (!stream.write(`${JSON.stringify(prepared)}\n`)) await once(stream, 'drain');
  };
  let read = 0;
  let said = Date.now();
  for await (const { collection, raw: record } of raw) {
    read++;
    const { prepared, found } = await prepareOne(collection, record, context, pictures);
    for (const picture of found) await put({ kind: 'pictures', record: picture });
    if (prepared) await put(prepared);
    else tally[collection].left++;
    if (Date.now() - said >= PROGRESS_EVERY_MS) {
      said = Date.now();
      say(`Reading: ${read} records`);
    }
  }
  stream.end();
  await ended;
}

async function prepareOne(
  collection: Collection,
  raw: Record<string, unknown>,
  context: Context,
  pictures: ReturnType<typeof createPictureSaver>,
): Promise<{ prepared: Prepared | undefined; found: PictureRecord[] }> {
  const wrap = <R>(record: R | undefined, make: (record: R) => Prepared) => ({
    prepared: record === undefined ? undefined : make(record),
    found: [],
  });
  switch (collection) {
    case 'users':
      return wrap(userRecord(raw, context), (record) => ({ kind: 'users', record }));
    case 'comments':
      return wrap(commentRecord(raw, context), (record) => ({ kind: 'comments', record }));
    case 'pictures': {
      const record = pictureRecord(raw, context);
      const isHere = record !== undefined && (await pictures.isHere(record));
      return wrap(isHere ? record : undefined, (known) => ({ kind: 'pictures', record: known }));
    }
    case 'posts': {
      const { raw: withAddresses, found } = await pictures.takeOut(raw);
      const record = postRecord(withAddresses, context);
      const prepared: Prepared | undefined = record && { kind: 'posts', record };
      return { prepared, found };
    }
  }
}

/** Ends a transaction that was only to show what it would do. */
class Undo extends Error {}

async function applyAll(spool: string, { context, tally, options }: Work): Promise<void> {
  const { env, dryRun = false, say } = options;
  const file = databaseFile(env.databaseUrl);
  const isNew = file !== undefined && !(await isThere(file));
  // A dry run on a new site is tried on a database that is thrown away.
  const url = isNew && dryRun ? `file:${spool}.db` : env.databaseUrl;
  if (isNew && !dryRun) await mkdir(dirname(file), { recursive: true });
  const token = env.databaseAuthToken;
  const database = await openDatabase(url, token === undefined ? {} : { authToken: token });
  try {
    if (!dryRun || isNew) await database.migrate();
    say(dryRun ? 'Trying, without changing anything' : 'Writing');
    await database.transaction(async (tx) => {
      await applyTo(tx, spool, { context, tally, options });
      if (dryRun) throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  } finally {
    await database.close();
  }
}

async function applyTo(
  tx: Db,
  spool: string,
  { context: { report, now }, tally, options: { merge = false } }: Work,
): Promise<void> {
  const applier = new Applier({ tx, report, now, merge });
  for await (const value of new JsonReader(spool).documents()) {
    // Written by `prepare` above.
    const prepared = value as Prepared;
    const outcome = await applyOne(applier, prepared);
    tally[prepared.kind][outcome]++;
  }
}

function applyOne(applier: Applier, prepared: Prepared) {
  switch (prepared.kind) {
    case 'users':
      return applier.user(prepared.record);
    case 'pictures':
      return applier.picture(prepared.record);
    case 'posts':
      return applier.post(prepared.record);
    case 'comments':
      return applier.comment(prepared.record);
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
