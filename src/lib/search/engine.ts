/**
 * Pagefind's search engine (WebAssembly), one for all shards. Pagefind's own script wants a copy of the
 * engine a bundle, swallows files that cannot be loaded, and mixes up the order across bundles
 * (docs/decisions/050-search-in-shards.md); this does without all three. It speaks the interface of the
 * version that package.json names; tests run it against the installed one.
 */

/** The functions of the engine that are used here. Strings and bytes are passed as pointer and length. */
interface EngineExports {
  memory: WebAssembly.Memory;
  __wbindgen_externrefs: WebAssembly.Table;
  __wbindgen_start(): void;
  __wbindgen_malloc(size: number, align: number): number;
  __wbindgen_free(pointer: number, size: number, align: number): void;
  init_pagefind(...meta: Slice): number;
  load_index_chunk(index: number, ...chunk: Slice): number;
  search(index: number, ...rest: [...Slice, ...Slice, ...Slice, ...Slice, number, number]): Slice;
}

type Slice = [pointer: number, length: number];

/** The words of one shard, opened by the engine. */
export interface EngineIndex {
  /** Adds a file of words. */
  addWords(chunk: Uint8Array): void;
  /** The places, in the shard's order, of the posts with a word that begins so. */
  ranks(prefix: string): Set<number>;
}

/** Opens the metadata of an index. */
export type Engine = (meta: Uint8Array) => EngineIndex;

/** Starts the engine. Throws when the bytes are no engine that we know. */
export async function startEngine(wasm: Uint8Array<ArrayBuffer>): Promise<Engine> {
  const imports = { __wbindgen_init_externref_table: () => fillReferences() };
  const { instance } = await WebAssembly.instantiate(wasm, { './pagefind_web_bg.js': imports });
  // The compiled module is Pagefind's own: its exports are those that its script relies on.
  const engine = instance.exports as unknown as EngineExports;

  function fillReferences(): void {
    const exports = instance.exports as unknown as EngineExports;
    const table = exports.__wbindgen_externrefs;
    const offset = table.grow(4);
    table.set(0, undefined);
    for (const [index, value] of [undefined, null, true, false].entries()) {
      table.set(offset + index, value);
    }
  }

  const pass = (bytes: Uint8Array): Slice => {
    const pointer = engine.__wbindgen_malloc(bytes.length, 1) >>> 0;
    new Uint8Array(engine.memory.buffer).set(bytes, pointer);
    return [pointer, bytes.length];
  };
  const passText = (text: string) => pass(new TextEncoder().encode(text));
  const take = ([pointer, length]: Slice): string => {
    const start = pointer >>> 0;
    const text = new TextDecoder().decode(
      new Uint8Array(engine.memory.buffer).subarray(start, start + length),
    );
    engine.__wbindgen_free(pointer, length, 1);
    return text;
  };

  const check = (index: number) => {
    if (index === 0) throw new Error('The search engine cannot read the index');
    return index;
  };

  engine.__wbindgen_start();
  return (meta) => {
    let index = check(engine.init_pagefind(...pass(meta)));
    return {
      addWords(chunk) {
        index = check(engine.load_index_chunk(index, ...pass(chunk)));
      },
      ranks(prefix) {
        const terms = [...passText(prefix), ...passText(prefix)] as [...Slice, ...Slice];
        const rest = [...passText('{}'), ...passText(SORT)] as [...Slice, ...Slice];
        const answer = take(engine.search(index, ...terms, ...rest, 0, 0));
        const { results } = JSON.parse(answer) as { results: { s: number }[] };
        return new Set(results.map(({ s: place }) => place));
      },
    };
  };
}

/** With a sort, the score of a result is its place in that order. */
const SORT = 'rank:desc';
const SIGNATURE = 'pagefind_dcd';

/** Unpacks a file of Pagefind's. Throws when it is none. */
export async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (new TextDecoder().decode(bytes.subarray(0, SIGNATURE.length)) !== SIGNATURE) {
    throw new Error('This is no file of a search index');
  }
  return bytes.subarray(SIGNATURE.length);
}
