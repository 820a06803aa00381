import { copyFile, glob, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureType } from '../../api/contract/uploads.ts';
import type { Env } from '../../api/env.ts';
import { filesOf, type PictureFile } from '../../api/uploads/picture-files.ts';
import { createStorage, nameOf, urlOf } from '../../api/uploads/storage.ts';
import type { Db } from '../../db/client.ts';
import { findPictures, insertPicture, type PictureRow } from '../../db/queries/pictures.ts';
import { applyRecords, preparedRecords } from '../apply-records.ts';
import { typeOfName } from '../embedded-pictures.ts';
import { PUBLISHED_LATER, reportName } from '../import.ts';
import { plural } from '../import-report.ts';
import { explainFullDisk } from '../output-file.ts';
import { type KeptImport, RECORDS, readKeptImport, reportOf } from './files.ts';

interface Options {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'storage'>;
  /** The folder of the rehearsal. */
  folder: string;
  say(line: string): void;
}

/**
 * Makes a rehearsed import public: stores its pictures, then writes the same records as the
 * rehearsal. The running server publishes the pages. Writes a report to `DATA_DIR`. Safe to repeat.
 */
export async function publishRehearsal({ env, folder, say }: Options): Promise<void> {
  const now = new Date();
  const kept = await readKeptImport(folder);
  const addresses = new Map(kept.pictures.map((picture) => addressesOf(picture, env)));
  try {
    say(`Storing ${plural(kept.pictures.length, 'picture')}`);
    for (const picture of kept.pictures) await storeFiles(picture, folder, env);
    const { feedOrigin, siteSettings, merge, isAtomic } = kept;
    const report = await applyRecords({
      report: reportOf(kept),
      now,
      databaseUrl: env.databaseUrl,
      spool: await recordsFor(env, folder, addresses),
      feedOrigin,
      siteSettings,
      merge,
      isAtomic,
      dryRun: false,
      async copyPictures(database) {
        await database.transaction((tx) => insertCopied(tx, kept, addresses));
        const copied = kept.copied.map(([from, to]) => [from, addresses.get(to) ?? to] as const);
        return new Map([...addresses, ...copied]);
      },
      say,
    });
    for await (const name of glob('import-*.csv', { cwd: folder })) {
      await copyFile(join(folder, name), join(env.dataDir, name));
    }
    const file = report.findings.length > 0 ? join(env.dataDir, reportName(now)) : undefined;
    if (file !== undefined) await report.write(file, { at: now, dryRun: false });
    report.print(say, file);
    say(PUBLISHED_LATER);
  } catch (error) {
    throw explainFullDisk(error, env.dataDir);
  }
}

/** Returns the addresses of a picture in the rehearsal and on the site. */
function addressesOf({ url }: PictureRow, { storage }: Pick<Env, 'storage'>): [string, string] {
  return [url, urlOf(nameIn(url), storage)];
}

/** The rehearsal stores pictures in its folder. */
function nameIn(url: string): string {
  return nameOf(url, { kind: 'local' }) as string;
}

/** Copies a picture and its variants from the rehearsal, unless the site has them. */
async function storeFiles(
  { url, widths }: PictureRow,
  folder: string,
  env: Options['env'],
): Promise<void> {
  const name = nameIn(url);
  const [from, to] = [createStorage({ dataDir: folder, storage: { kind: 'local' } }), env];
  const storage = createStorage(to);
  if ((await storage.read(name)) !== undefined) return;
  const files: PictureFile[] = [];
  for (const each of filesOf(name, widths)) {
    const bytes = await from.read(each);
    if (bytes)
      files.push({ name: each, type: typeOfName(each) as PictureType, bytes: Buffer.from(bytes) });
  }
  await storage.save(files);
}

/** Inserts the copied pictures that aren't among the records. */
async function insertCopied(
  tx: Db,
  { copied, pictures }: KeptImport,
  addresses: ReadonlyMap<string, string>,
): Promise<void> {
  const used = new Set(copied.map(([, to]) => to));
  for (const picture of pictures.filter(({ url }) => used.has(url))) {
    const url = addresses.get(picture.url) as string;
    const [known] = await findPictures(tx, [url]);
    const createdAt = new Date(picture.createdAt);
    if (!known) await insertPicture(tx, { ...picture, url, createdAt });
  }
}

/** Returns the file of the records, with the addresses that pictures have on the site. */
async function recordsFor(
  { storage }: Options['env'],
  folder: string,
  addresses: ReadonlyMap<string, string>,
): Promise<string> {
  const records = join(folder, RECORDS);
  if (storage.kind === 'local') return records;
  async function* lines(): AsyncGenerator<string> {
    for await (const prepared of preparedRecords(records)) {
      const { kind, record } = prepared;
      if (kind === 'pictures') record.url = addresses.get(record.url) ?? record.url;
      if (kind === 'users')
        record.profilePicture = addresses.get(record.profilePicture) ?? record.profilePicture;
      yield `${JSON.stringify(prepared)}\n`;
    }
  }
  const file = join(folder, `site-${RECORDS}`);
  await writeFile(file, lines(), { mode: 0o600 });
  return file;
}
