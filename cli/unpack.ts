import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ParsedTarEntry } from 'modern-tar';
import { newestMigration, releaseName } from '../db/release.ts';
import {
  type ArchiveFile,
  DATABASE,
  DUMP,
  ENTRY_NAME,
  EXPORT,
  FORMAT_VERSION,
  HEADER,
  headerSchema,
  MANIFEST,
  type Manifest,
  manifestSchema,
  readArchive,
  readText,
  requireSmall,
} from './archive.ts';
import { type Configuration, configurationSchema } from './configuration.ts';
import { CommandError } from './terminal.ts';

/**
 * Unpacks an archive into a folder, and checks every file against the manifest. With
 * `skipPictures`, pictures are checked but not written. Throws a CommandError when the archive is
 * incomplete or isn't ours.
 */
export async function unpack(
  archive: string,
  staging: string,
  say: (line: string) => void,
  { skipPictures = false } = {},
): Promise<{ manifest: Manifest; configuration: Configuration | undefined }> {
  const unpacked = new Map<string, ArchiveFile>();
  let manifest: Manifest | undefined;
  let isOurs = false;
  for await (const entry of readArchive(archive)) {
    const { name, type } = entry.header;
    if (!isOurs) {
      await checkHeader(entry, archive);
      isOurs = true;
      say(`Unpacking ${archive}`);
    } else if (manifest || type !== 'file' || unpacked.has(name)) {
      throw damaged(archive, `unexpected entry ${JSON.stringify(name)}`);
    } else if (name === MANIFEST) {
      manifest = parseManifest(await readText(entry), archive);
    } else if (ENTRY_NAME.test(name)) {
      // Read into memory below.
      if (name.startsWith('configuration/')) requireSmall(entry);
      const isSkipped = skipPictures && name.startsWith('uploads/');
      unpacked.set(name, await unpackFile(entry, isSkipped ? undefined : join(staging, name)));
    } else {
      throw damaged(archive, `unexpected entry ${JSON.stringify(name)}`);
    }
  }
  if (!isOurs) throw new CommandError(`${archive} isn't a backup made by npm run backup.`);
  if (!manifest) throw damaged(archive, 'its end is missing');
  compare(unpacked, manifest, archive);
  if (![DATABASE, DUMP, EXPORT].some((name) => unpacked.has(name))) {
    throw damaged(archive, 'the database is missing');
  }
  const environment = 'configuration/environment.json';
  if (!unpacked.has(environment)) return { manifest, configuration: undefined };
  const text = await readFile(join(staging, environment), 'utf8');
  const configuration = configurationSchema.safeParse(parseJson(text));
  if (!configuration.success) throw damaged(archive, `${environment} is invalid`);
  return { manifest, configuration: configuration.data };
}

async function checkHeader(entry: ParsedTarEntry, archive: string): Promise<void> {
  const foreign = new CommandError(`${archive} isn't a backup made by npm run backup.`);
  if (entry.header.name !== HEADER || entry.header.type !== 'file') throw foreign;
  const header = headerSchema.safeParse(parseJson(await readText(entry)));
  if (!header.success) throw foreign;
  if (header.data.version > FORMAT_VERSION) throw newer(archive);
}

function parseManifest(text: string, archive: string): Manifest {
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success) throw damaged(archive, 'its list of files is invalid');
  const { migration, release } = manifest.data;
  if (migration > newestMigration()) throw newer(archive, release);
  return manifest.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without a path, only computes the size and the hash. */
async function unpackFile(entry: ParsedTarEntry, path: string | undefined): Promise<ArchiveFile> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  if (path === undefined) {
    await pipeline(Readable.from(entry.body), measure.resume());
  } else {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(entry.body),
      measure,
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
  }
  return { name: entry.header.name, size, sha256: hash.digest('hex') };
}

function compare(unpacked: Map<string, ArchiveFile>, manifest: Manifest, archive: string): void {
  for (const { name, size, sha256 } of manifest.files) {
    const found = unpacked.get(name);
    if (!found) throw damaged(archive, `${name} is missing`);
    if (found.size !== size || found.sha256 !== sha256) {
      throw damaged(archive, `${name} doesn't match its checksum`);
    }
  }
  if (unpacked.size !== manifest.files.length) {
    throw damaged(archive, 'it has files that are not in its list');
  }
}

export function damaged(archive: string, why: string): CommandError {
  return new CommandError(`${archive} is damaged or truncated: ${why}.`);
}

function newer(archive: string, release = 'another'): CommandError {
  return new CommandError(
    `${archive} was made by a newer version (${release}), and this is ${releaseName()}. Update this installation, then restore.`,
  );
}
