/** What the target of a request (`req.url`) asks for. */
export type Target =
  /** `path` is decoded and safe: it starts with one slash, has no empty, dot or hidden segment. */
  | { kind: 'path'; path: string; query: string }
  /** The same thing has another address, which this one is sent to. */
  | { kind: 'redirect'; location: string }
  /** Nothing that we would serve can have this address. */
  | { kind: 'nothing' }
  /** Not an address at all. */
  | { kind: 'malformed' };

/**
 * Reads a request target, decoding it exactly once: it is cut at its slashes first, so that an encoded
 * slash stays inside its segment, where no file name has one. Never throws.
 */
export function parseTarget(url: string): Target {
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  const target = url.slice(origin.length);
  const queryAt = target.indexOf('?');
  const raw = (queryAt === -1 ? target : target.slice(0, queryAt)) || (origin ? '/' : '');
  const query = queryAt === -1 ? '' : target.slice(queryAt);
  if (!raw.startsWith('/')) return { kind: 'malformed' };
  if (raw === '/') return { kind: 'path', path: '/', query };

  const segments: string[] = [];
  for (const piece of raw.slice(1).split('/')) {
    try {
      segments.push(decodeURIComponent(piece));
    } catch {
      return { kind: 'malformed' };
    }
  }
  const slashAtEnd = segments.at(-1) === '';
  if (slashAtEnd) segments.pop();
  if (!segments.every(isSafe)) return { kind: 'nothing' };

  const isIndexFile = segments.at(-1) === 'index.html';
  if (isIndexFile) segments.pop();
  if (slashAtEnd || isIndexFile) {
    return { kind: 'redirect', location: `/${segments.map(encodeURIComponent).join('/')}${query}` };
  }
  return { kind: 'path', path: `/${segments.join('/')}`, query };
}

/** Dot files are never served; slashes, backslashes and control characters are in no name of ours. */
function isSafe(segment: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
  return segment !== '' && !segment.startsWith('.') && !/[/\\\u0000-\u001f\u007f]/.test(segment);
}
