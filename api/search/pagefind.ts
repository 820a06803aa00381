/**
 * All server code that knows Pagefind's file formats. They aren't documented, so package.json pins
 * the version, and tests/api/search/pagefind.test.ts fails if an upgrade changes them. The browser
 * reads these files in src/lib/search/static-index/pagefind.ts. Decision 011 says why we read them
 * ourselves.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { close, createIndex, type PagefindIndex } from 'pagefind';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Starts every file of Pagefind, inside the compression. */
const SIGNATURE = Buffer.from('pagefind_dcd');
/** A code that belongs to no language, so words aren't stemmed. */
const LANGUAGE = 'xx';

/** A post for Pagefind: its words in letters and digits, separated by spaces, and its category. */
export interface PagefindRecord {
  words: string;
  category: string;
}

/** A file of words, and its range. */
export interface WordsChunk {
  name: string;
  from: string;
  to: string;
  bytes: Uint8Array;
}

export interface PagefindBundle {
  /** The WebAssembly search engine. */
  engine: Uint8Array;
  metadata: Uint8Array;
  chunks: WordsChunk[];
}

/**
 * Lets Pagefind index these records. Returns its files, or `null` if there are no records. Searches
 * return positions in the list. Pagefind's process starts while the records are still being read.
 * Throws Pagefind's errors, and an error if its files have another format.
 */
export async function createBundle(
  reading: readonly PagefindRecord[] | Promise<readonly PagefindRecord[]>,
): Promise<PagefindBundle | null> {
  // Run both at once. A failure of either ends Pagefind's process.
  const creating = createIndex({ forceLanguage: LANGUAGE });
  try {
    const [{ index, errors }, records] = await Promise.all([creating, reading]);
    requireNone(errors);
    return index && records.length > 0 ? await indexRecords(index, records) : null;
  } finally {
    await close();
  }
}

async function indexRecords(
  index: PagefindIndex,
  records: readonly PagefindRecord[],
): Promise<PagefindBundle> {
  const added = records.map(({ words, category }, position) =>
    index.addCustomRecord({
      url: String(position),
      content: words,
      language: LANGUAGE,
      // With a sort, the engine returns the position in that order.
      sort: { rank: String(position).padStart(6, '0') },
      filters: { category: [category] },
    }),
  );
  for (const { errors } of await Promise.all(added)) requireNone(errors);
  const { files, errors } = await index.getFiles();
  requireNone(errors);
  const contentOf = (path: RegExp) => {
    const file = files.find((each) => path.test(each.path));
    if (!file) throw new Error(`Pagefind wrote no file ${path}`);
    return file.content;
  };
  const metadata = contentOf(/\.pf_meta$/);
  const chunks = (await readChunkRanges(metadata)).map(([from, to, name]) => ({
    from,
    to,
    name,
    bytes: contentOf(new RegExp(`^index/${name}\\.pf_index$`)),
  }));
  return { engine: contentOf(/^wasm\.unknown\.pagefind$/), metadata, chunks };
}

function requireNone(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`Pagefind: ${errors.join('; ')}`);
}

/** Packs JSON as Pagefind packs its files, so the browser unpacks both in the same way. */
export async function packJson(value: unknown): Promise<Uint8Array> {
  return packText(JSON.stringify(value));
}

/** The same for text. */
export async function packText(text: string): Promise<Uint8Array> {
  return zip(Buffer.concat([SIGNATURE, Buffer.from(text)]), { level: 9 });
}

/** Unpacks what `packText` packed. */
export async function unpackText(packed: Uint8Array): Promise<string> {
  return (await unzip(packed)).toString('latin1', SIGNATURE.length);
}

/**
 * The start of the metadata: [version, pages, [[first word, last word, name of the chunk], …],
 * …].
 */
async function readChunkRanges(metadata: Uint8Array): Promise<[string, string, string][]> {
  const bytes = await unzip(metadata);
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw unknownFormat('signature');
  const cbor = cborReader(bytes.subarray(SIGNATURE.length));
  cbor.readArrayLength();
  cbor.readValue();
  cbor.readValue();
  const chunks = cbor.readValue();
  if (!Array.isArray(chunks)) throw unknownFormat('list of chunks');
  return chunks.map((chunk: unknown) => {
    const [from, to, name] = Array.isArray(chunk) ? chunk : [];
    if ([from, to, name].some((each) => typeof each !== 'string')) throw unknownFormat('chunk');
    return [from, to, name];
  });
}

function unknownFormat(what: string): Error {
  return new Error(`Pagefind's metadata has an unknown format: ${what}`);
}

/** Reads the part of CBOR (RFC 8949) that the metadata uses: unsigned integers, text and arrays. */
function cborReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;

  function readHead(): { type: number; size: number } {
    const head = view.getUint8(at++);
    const [type, info] = [head >> 5, head & 31];
    if (info < 24) return { type, size: info };
    const start = at;
    at += 2 ** (info - 24);
    if (info === 24) return { type, size: view.getUint8(start) };
    if (info === 25) return { type, size: view.getUint16(start) };
    if (info === 26) return { type, size: view.getUint32(start) };
    throw unknownFormat(`CBOR length ${info} at byte ${start}`);
  }

  function readValue(): unknown {
    const { type, size } = readHead();
    if (type === 0) return size;
    if (type === 4) return Array.from({ length: size }, readValue);
    if (type !== 3) throw unknownFormat(`CBOR type ${type} at byte ${at}`);
    at += size;
    return new TextDecoder().decode(bytes.subarray(at - size, at));
  }

  return { readValue, readArrayLength: () => readHead().size };
}
