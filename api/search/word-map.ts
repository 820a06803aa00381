import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  categoryTerm,
  type SearchEntry,
  tagTerm,
  WORD_MAP_FILE,
  type WordMapFile,
  wordsChunkFile,
} from '../contract/search.ts';
import { writeFolder } from './index-files.ts';
import { packJson, packText, unpackText } from './pagefind.ts';

/** Words, tags and categories of a shard, only for the indexer: hidden files aren't served. */
export const TERMS_FILE = '.terms.gz';
/** Characters per file of the map, before compression. A search loads the files of its words. */
const CHUNK_CHARACTERS = 64 * 1024;
/** First characters of tags, words and categories (static-index/encode.ts in src), sorted. */
const FIRST_CHARACTERS = '#0123456789@abcdefghijklmnopqrstuvwxyz';

/** Packs the distinct words, tags and categories of a shard, sorted, one per line. */
export function packTerms(entries: readonly SearchEntry[]): Promise<Uint8Array> {
  const terms = new Set(
    entries.flatMap(({ words, tags, category }) => [
      ...words.split(' '),
      ...tags.map(([slug]) => tagTerm(slug)),
      categoryTerm(category),
    ]),
  );
  terms.delete('');
  return packText([...terms].sort().join('\n'));
}

/**
 * Returns the words, tags and categories that only shard `after` has. Throws if the list of a shard
 * can't be read.
 */
export async function addedWords(root: string, before: string, after: string): Promise<string[]> {
  const [had, has] = await Promise.all([before, after].map((folder) => wordsOf(root, folder)));
  const known = new Set(had);
  return (has ?? []).filter((word) => !known.has(word));
}

async function wordsOf(root: string, folder: string): Promise<string[]> {
  const text = unpackText(await readFile(join(root, folder, TERMS_FILE)));
  return (await text).split('\n');
}

/**
 * Writes a new folder under `root` that says which of these shards have which words, so searches
 * load only the shards with their words. Returns the folder's name. Throws the file system's
 * errors, and an error if a shard has no list of words.
 */
export async function writeWordMap(root: string, shards: readonly string[]): Promise<string> {
  const terms = shards.map((folder) => readFile(join(root, folder, TERMS_FILE)).then(unpackText));
  const chunks: WordMapFile['chunks'] = [];
  const files = new Map<string, Uint8Array>();
  for (const { from, to, text } of chunksOf(linesOf(await Promise.all(terms)))) {
    const name = String(chunks.length);
    chunks.push([from, to, name]);
    files.set(wordsChunkFile(name), await packText(text));
  }
  const file: WordMapFile = { chunks };
  files.set(WORD_MAP_FILE, await packJson(file));
  return await writeFolder(root, 'words', files, {});
}

interface Line {
  word: string;
  /** A word and the numbers of its shards: "react 0 1 a", in base 36. */
  text: string;
}

/** Yields a line for each word, sorted. One first character at a time, to save memory. */
function* linesOf(terms: readonly string[]): Generator<Line> {
  const positions = terms.map(() => 0);
  for (const first of FIRST_CHARACTERS) {
    const shardsOf = new Map<string, number[]>();
    for (const [number, text] of terms.entries()) {
      let at = positions[number] ?? 0;
      while (text[at] === first) {
        const end = text.indexOf('\n', at);
        const word = text.slice(at, end < 0 ? text.length : end);
        const shards = shardsOf.get(word);
        if (shards) shards.push(number);
        else shardsOf.set(word, [number]);
        at = end < 0 ? text.length : end + 1;
      }
      positions[number] = at;
    }
    for (const word of [...shardsOf.keys()].sort()) {
      const numbers = shardsOf.get(word)?.map((number) => number.toString(36));
      yield { word, text: [word, ...(numbers ?? [])].join(' ') };
    }
  }
}

function* chunksOf(lines: Iterable<Line>): Generator<{ from: string; to: string; text: string }> {
  let chunk: Line[] = [];
  let characters = 0;
  const take = () => {
    const [from = '', to = ''] = [chunk[0]?.word, chunk.at(-1)?.word];
    const text = chunk.map((line) => line.text).join('\n');
    chunk = [];
    characters = 0;
    return { from, to, text };
  };
  for (const line of lines) {
    chunk.push(line);
    characters += line.text.length + 1;
    if (characters >= CHUNK_CHARACTERS) yield take();
  }
  if (chunk.length > 0) yield take();
}
