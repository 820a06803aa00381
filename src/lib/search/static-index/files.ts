/** Returns the bytes of a file. */
export type LoadFile = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Returns a function that does each named piece of work once. One that failed is done again. */
export function loadOnce() {
  const loaded = new Map<string, Promise<unknown>>();
  return function once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = loaded.get(name) as Promise<T> | undefined;
    if (known) return known;
    const started = work();
    loaded.set(name, started);
    started.catch(() => loaded.delete(name));
    return started;
  };
}

/**
 * The files that can contain words with this prefix. Pagefind cuts the first and the last word of a
 * file to what tells it from those of the next file: `se` can stand for `server`. Encoded words are
 * letters and digits, which all sort before `~`. The word map isn't cut.
 */
export function chunksFor(
  prefix: string,
  chunks: readonly [from: string, to: string, name: string][],
): string[] {
  return chunks
    .filter(([from, to]) => `${to}~` >= prefix && from <= `${prefix}~`)
    .map(([, , name]) => name);
}
