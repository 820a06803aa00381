/**
 * Everything in the browser that knows Pagefind's engine (WebAssembly) and its file formats.
 * Neither is documented, so package.json pins the version, and tests/api/search/pagefind.test.ts
 * fails when an upgrade changes them. The writer of the files is api/search/pagefind.ts. Why we
 * don't use Pagefind's own script: decision 011.
 */

/** Strings and bytes are passed as pointer and length. */
type Slice = [pointer: number, length: number];

/** The exports of the engine that we use. */
interface EngineExports {
  memory: WebAssembly.Memory;
  __wbindgen_externrefs: WebAssembly.Table;
  __wbindgen_start(): void;
  __wbindgen_malloc(size: number, align: number): number;
  __wbindgen_free(pointer: number, size: number, align: number): void;
  init_pagefind(...metadata: Slice): number;
  load_index_chunk(index: number, ...chunk: Slice): number;
  search(index: number, ...rest: [...Slice, ...Slice, ...Slice, ...Slice, number, number]): Slice;
}

export interface WordIndex {
  addChunk(chunk: Uint8Array): void;
  /** The positions in the shard of the posts that have a word with this prefix. */
  search(prefix: string): Set<number>;
}

/** Opens the metadata of a shard's words. */
export type Engine = (metadata: Uint8Array) => WordIndex;

const SIGNATURE = 'pagefind_dcd';
/** With a sort, the score of a result is its position in that order. */
const SORT = 'rank:desc';

/** Unpacks a file of the index. Throws when it has another format. */
export async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (new TextDecoder().decode(bytes.subarray(0, SIGNATURE.length)) !== SIGNATURE) {
    throw new Error("This isn't a file of the search index");
  }
  return bytes.subarray(SIGNATURE.length);
}

/** Starts the engine. Throws when the bytes aren't an engine that we know. */
export async function startEngine(wasm: Uint8Array<ArrayBuffer>): Promise<Engine> {
  const imports = { __wbindgen_init_externref_table: () => fillReferences() };
  const { instance } = await WebAssembly.instantiate(wasm, { './pagefind_web_bg.js': imports });
  const engine = instance.exports as unknown as EngineExports;

  /** As Pagefind's own script does it. */
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
  const takeText = ([pointer, length]: Slice): string => {
    const bytes = new Uint8Array(engine.memory.buffer, pointer >>> 0, length);
    const text = new TextDecoder().decode(bytes);
    engine.__wbindgen_free(pointer, length, 1);
    return text;
  };
  const requireIndex = (index: number) => {
    if (index === 0) throw new Error("The search engine can't read the index");
    return index;
  };

  engine.__wbindgen_start();
  return (metadata) => {
    let index = requireIndex(engine.init_pagefind(...pass(metadata)));
    return {
      addChunk(chunk) {
        index = requireIndex(engine.load_index_chunk(index, ...pass(chunk)));
      },
      search(prefix) {
        const terms = [...passText(prefix), ...passText(prefix)] as [...Slice, ...Slice];
        const filterAndSort = [...passText('{}'), ...passText(SORT)] as [...Slice, ...Slice];
        const answer = takeText(engine.search(index, ...terms, ...filterAndSort, 0, 0));
        const { results } = JSON.parse(answer) as { results: { s: number }[] };
        return new Set(results.map(({ s: position }) => position));
      },
    };
  };
}
