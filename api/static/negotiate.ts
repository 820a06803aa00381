export type Encoding = 'identity' | 'br' | 'gzip';

/** In order of size, so that the smallest is first among those that the browser likes the same. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Headers of browsers and programs have fewer than 100 characters. */
const MAX_LENGTH = 1_000;

/**
 * Returns the encodings that an Accept-Encoding header allows, best first (RFC 9110, 12.5.3).
 * Ignores headers that are too long.
 */
export function acceptedEncodings(header = ''): Encoding[] {
  const weights = new Map<string, number>();
  const parts = header.length > MAX_LENGTH ? [] : header.toLowerCase().split(',');
  for (const part of parts) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    const weight = parameters.find((word) => word.startsWith('q='))?.slice(2) ?? 1;
    // "x-gzip" is another name of gzip (RFC 9110, 8.4.1.3).
    weights.set(name.replace('x-gzip', 'gzip'), Number(weight) || 0);
  }
  const others = weights.get('*');
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? others ?? (encoding === 'identity' ? 0.0001 : 0);
  return ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort(
    (a, b) => weightOf(b) - weightOf(a),
  );
}

/** What a conditional request is compared with. */
export interface Validators {
  etag: string;
  /** The value of Last-Modified. */
  lastModified: string;
}

/**
 * Whether the client already has this version (RFC 9110, 13.1): decided by If-None-Match with weak
 * comparison, and by If-Modified-Since where there is none.
 */
export function isFresh(
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
  { etag, lastModified }: Validators,
): boolean {
  if (ifNoneMatch !== undefined) return namesTag(ifNoneMatch, etag);
  // An invalid date is NaN, and no comparison with it is true.
  return Date.parse(lastModified) <= Date.parse(ifModifiedSince ?? '');
}

/** Whether an If-None-Match header names this version, by weak comparison. */
export function namesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.some((tag) => tag === etag) ?? false;
}

/**
 * Parses a Range header (`end` is included; `unsatisfiable` is a 416). Several ranges, other units,
 * and an If-Range that names another version mean the complete file: `undefined` (RFC 9110, 14.2).
 */
export function rangeOf(
  header: string | undefined,
  ifRange: string | undefined,
  size: number,
  { etag, lastModified }: Validators,
) {
  if (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size ? 'unsatisfiable' : { start, end };
}
