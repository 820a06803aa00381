import { SECURITY_PATH } from '../contract/urls.ts';
import { pathOf } from './routes.ts';

/** The result of parsing a request target (`req.url`). */
export type Target =
  /** `path` is decoded and safe: it starts with one slash and has no empty or hidden segment. */
  | { kind: 'path'; path: string }
  /** The page has moved. */
  | { kind: 'redirect'; location: string }
  /** None of our files can have this address. */
  | { kind: 'nothing' }
  | { kind: 'malformed' };

/**
 * Parses a request target. Decodes it exactly once, after splitting it at its slashes: an encoded
 * slash stays inside its segment, and no file name has one. Never throws.
 */
export function parseTarget(url: string): Target {
  const raw = pathOf(url);
  if (!raw.startsWith('/')) return { kind: 'malformed' };
  if (raw === '/' || raw === SECURITY_PATH) return { kind: 'path', path: raw };

  let segments: string[];
  try {
    segments = raw.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return { kind: 'malformed' };
  }
  const endsInSlash = segments.at(-1) === '';
  if (endsInSlash) segments.pop();
  if (!segments.every(isSafe)) return { kind: 'nothing' };

  const isIndexFile = segments.at(-1) === 'index.html';
  if (isIndexFile) segments.pop();
  if (endsInSlash || isIndexFile) {
    const query = url.match(/\?.*/s)?.[0] ?? '';
    return { kind: 'redirect', location: `/${segments.map(encodeURIComponent).join('/')}${query}` };
  }
  return { kind: 'path', path: `/${segments.join('/')}` };
}

/**
 * None of our files has slashes, backslashes or control characters in its name, or a leading dot.
 */
function isSafe(segment: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
  return segment !== '' && !segment.startsWith('.') && !/[/\\\u0000-\u001f\u007f]/.test(segment);
}
