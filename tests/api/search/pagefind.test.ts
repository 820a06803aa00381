import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createBundle, packJson } from '../../../api/search/pagefind.ts';
import { indexWords } from '../../../src/lib/search/static-index/encode.ts';
import { startEngine, unpack } from '../../../src/lib/search/static-index/pagefind.ts';

/** Enough words for several files of them. */
const WORDS = Array.from({ length: 30_000 }, (_, n) => `word${n * 7}`);
const RECORDS = Array.from({ length: 60 }, (_, n) => ({
  words: indexWords(`every ${WORDS.slice(n * 500, n * 500 + 500).join(' ')}`),
  category: 'reactjs',
}));

async function bundleOf(records: typeof RECORDS) {
  const bundle = await createBundle(records);
  if (!bundle) throw new Error('There is no bundle');
  return bundle;
}

const bytes = (data: Uint8Array) => new Uint8Array(data);

test('The files of the installed Pagefind have the format that we read', async () => {
  const { engine, metadata, chunks } = await bundleOf(RECORDS);
  // An array of six, which begins with the version. After an upgrade, look at what else has
  // changed.
  expect(gunzipSync(metadata).toString('latin1', 0, 19)).toBe('pagefind_dcd\x86e1.6.0');
  expect(gunzipSync(engine).toString('latin1', 0, 16)).toBe('pagefind_dcd\0asm');

  expect(chunks.length).toBeGreaterThan(1);
  for (const [index, { from, to, name, bytes: chunk }] of chunks.entries()) {
    expect(from <= to, name).toBe(true);
    expect(from > (chunks[index - 1]?.to ?? ''), name).toBe(true);
    expect(gunzipSync(chunk).toString('latin1', 0, 12), name).toBe('pagefind_dcd');
  }
});

test('The installed engine finds the positions of records by the prefix of a word', async () => {
  const { engine, metadata, chunks } = await bundleOf(RECORDS);
  const open = await startEngine(await unpack(bytes(engine)));
  const index = open(await unpack(bytes(metadata)));
  for (const chunk of chunks) index.addChunk(await unpack(bytes(chunk.bytes)));
  expect([...index.search('every')].sort((a, b) => a - b)).toEqual([...RECORDS.keys()]);
  const ranks = WORDS.flatMap((word, n) =>
    word.startsWith('word209') ? [Math.floor(n / 500)] : [],
  );
  expect(new Set(index.search('word209'))).toEqual(new Set(ranks));
  expect(index.search(indexWords('word7'))).toEqual(new Set([0]));
  expect(index.search('nothing')).toEqual(new Set());
});

test('Our own files are packed like those of Pagefind', async () => {
  const packed = await packJson({ at: [1] });
  expect(JSON.parse(new TextDecoder().decode(await unpack(bytes(packed))))).toEqual({ at: [1] });
  await expect(unpack(bytes(packed.subarray(0, 8)))).rejects.toThrow();
});

test('Without records there is no bundle', async () => {
  expect(await createBundle([])).toBeNull();
});
