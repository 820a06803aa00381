import { createHash } from 'node:crypto';
import { limitAsync } from 'es-toolkit/promise';
import { fileTypeFromBuffer } from 'file-type';
import {
  MAX_PICTURE_BYTES,
  PICTURE_TYPES,
  type PictureType,
} from '../../../api/contract/uploads.ts';
import type { Env } from '../../../api/env.ts';
import { ApiError, BadRequestError } from '../../../api/errors.ts';
import { getPublicly } from '../../../api/public-request.ts';
import { safeName } from '../../../api/uploads/slots.ts';
import { nameOf } from '../../../api/uploads/storage.ts';
import type { Database } from '../../../db/client.ts';
import { insertPicture, listPictures } from '../../../db/queries/pictures.ts';
import type { ImportReport } from '../../import-report.ts';
import { storePicture } from '../../store-picture.ts';
import type { ForeignSource } from '../source.ts';

const CONCURRENT = 10;
/** Decoding a picture takes a core. */
const CONCURRENT_DECODES = 2;
const TIMEOUT_MS = 20_000;

export interface FetchOptions {
  env: Pick<Env, 'dataDir' | 'storage'>;
  report: ImportReport;
  now: Date;
  onProgress(done: number): void;
  /** Reads pictures whose files are in the export. */
  pictureAt?: ForeignSource['pictureAt'] | undefined;
  /** Tests allow localhost. */
  isAllowed?: ((address: string) => boolean) | undefined;
}

/**
 * Stores copies of pictures from other sites like uploads. Returns their new addresses by the old
 * ones. A picture that was fetched before isn't fetched again. One that fails is reported, and
 * isn't in the result. Each is stored separately, so that a stopped import can continue.
 */
export async function fetchPictures(
  addresses: ReadonlySet<string>,
  database: Database,
  options: FetchOptions,
): Promise<Map<string, string>> {
  const { env, report, now, onProgress } = options;
  const known = new Map(
    (await listPictures(database.read)).flatMap(({ url }) => {
      const key = keyOfName(nameOf(url, env.storage) ?? '');
      return key === undefined ? [] : [[key, url]];
    }),
  );
  const store = limitAsync(storePicture, CONCURRENT_DECODES);
  let done = 0;
  const copy = limitAsync(async (address: string) => {
    const url = known.get(keyOf(address)) ?? (await fetchOne(address));
    onProgress(++done);
    return [address, url] as const;
  }, CONCURRENT);

  async function fetchOne(address: string): Promise<string | undefined> {
    try {
      const { bytes, type } = await download(address, options);
      const name = nameFor(address, type);
      const record = await store(env, { name, type, bytes, at: now });
      await database.transaction((tx) => insertPicture(tx, { ...record, createdAt: now }));
      return record.url;
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode >= 500) throw error;
      report.add('picture', address, `It stays on the other site: ${error.message}`);
      return undefined;
    }
  }

  const copied = await Promise.all([...addresses].map(copy));
  return new Map(copied.flatMap(([from, to]) => (to === undefined ? [] : [[from, to]])));
}

/** Throws a BadRequestError that says why it can't be copied. */
async function download(address: string, { isAllowed, pictureAt }: FetchOptions) {
  const read = pictureAt?.(address) ?? (() => get(address, isAllowed));
  const bytes = await read();
  const type = await typeOf(bytes);
  if (type !== undefined) return { bytes, type };
  throw new BadRequestError("it isn't a JPEG, PNG, WebP, AVIF or GIF picture.");
}

async function get(address: string, isAllowed: FetchOptions['isAllowed']): Promise<Buffer> {
  return await getPublicly(new URL(address), {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_PICTURE_BYTES.post,
    ...(isAllowed && { isAllowed }),
  }).catch((error: Error) => {
    throw new BadRequestError(`${error.message}.`);
  });
}

async function typeOf(bytes: Buffer): Promise<PictureType | undefined> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  return mime in PICTURE_TYPES ? (mime as PictureType) : undefined;
}

const keyOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16);

/** `0000000000001-{hash of the address}-{name}`: an address always gets the same name. */
function nameFor(address: string, type: PictureType): string {
  const { pathname } = new URL(address);
  return `0000000000001-${safeName(`${keyOf(address)}-${pathname.split('/').at(-1)}`, type)}`;
}

function keyOfName(name: string): string | undefined {
  return /^0000000000001-([0-9a-f]{16})[-.]/.exec(name)?.[1];
}
