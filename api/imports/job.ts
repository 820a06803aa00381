import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { getSetting, insertSetting, lockSetting, setSetting } from '../../db/queries/settings.ts';
import type { ImportJob, ImportStatus } from '../contract/imports.ts';

/** An import as the database stores it. */
export interface StoredImport extends Omit<ImportJob, 'address'> {
  /** Part of the rehearsed site's address: anyone who knows it can read the site. */
  secret: string;
  /** When the status or the number of received bytes last changed, ISO 8601. */
  changedAt: string;
}

/** A JSON value in the table `settings`. A restore deletes it. */
const KEY = 'import:job';
const NONE = 'null';

/** The lease of the process that works on the import. */
export const IMPORT_LEASE = 'import';

/** Returns a new import with a new id and a new secret. Doesn't store it. */
export function newImport(
  { name, size, options, by }: Pick<ImportJob, 'name' | 'size' | 'options' | 'by'>,
  status: ImportStatus,
  now: Date,
): StoredImport {
  return {
    id: randomBytes(8).toString('hex'),
    name,
    size,
    received: 0,
    status,
    options,
    by,
    createdAt: now.toISOString(),
    changedAt: now.toISOString(),
    progress: null,
    error: null,
    summary: null,
    secret: randomBytes(32).toString('base64url'),
  };
}

/** Returns the site's import, or null if there is none. */
export async function readImportJob(db: Db): Promise<StoredImport | null> {
  return JSON.parse((await getSetting(db, KEY)) ?? NONE);
}

/** Like `readImportJob`, but no other transaction changes the import until this one ends. */
export async function lockImportJob(tx: Db): Promise<StoredImport | null> {
  // A lock needs a row, even if there's no import.
  await insertSetting(tx, KEY, NONE);
  return JSON.parse((await lockSetting(tx, KEY)) ?? NONE);
}

/** Stores the import. Call it after `lockImportJob`. */
export async function writeImportJob(tx: Db, job: StoredImport): Promise<void> {
  await setSetting(tx, KEY, JSON.stringify(job));
}

/** Deletes the import, but not its folder. Call it after `lockImportJob`. */
export async function removeImportJob(tx: Db): Promise<void> {
  await setSetting(tx, KEY, NONE);
}

/** Whether the import has ended. Then another one may replace it. */
export function isOver({ status }: StoredImport): boolean {
  return status === 'failed' || status === 'published';
}

/** Whether the import has a rehearsed site. */
export function hasSite({ status }: StoredImport): boolean {
  return status === 'ready' || status === 'publishing';
}

/** Returns the address of a rehearsed site, without a final slash. */
export function siteAddress(secret: string): string {
  return `/api/rehearsal/${secret}`;
}

/** Returns the import without its private fields, with the address of the rehearsed site. */
export function toImportJob(stored: StoredImport): ImportJob {
  const { secret, changedAt: _, ...job } = stored;
  return { ...job, address: hasSite(stored) ? `${siteAddress(secret)}/` : null };
}
