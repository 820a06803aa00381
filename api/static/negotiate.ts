export type Encoding = 'identity' | 'br' | 'gzip';

/** From smallest to largest, so the smallest comes first if the browser has no preference. */
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
    // "x-gzip" is an alias of gzip (RFC 9110, 8.4.1.3).
    weights.set(name.replace('x-gzip', 'gzip'), Number(weight) || 0);
  }
  const others = weights.get('*');
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? others ?? (encoding === 'identity' ? 0.0001 : 0);
  return ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort(
    (a, b) => weightOf(b) - weightOf(a),
  );
}

/** The values that a conditional request is compared with. */
export interface Validators {
  etag: string;
  /** The value of Last-Modified. */
  lastModified: string;
}

/**
 * Returns whether the client already has this version (RFC 9110, 13.1): by If-None-Match with weak
 * comparison or, if absent, by If-Modified-Since.
 */
export function isFresh(
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
  { etag, lastModified }: Validators,
): boolean {
  if (ifNoneMatch !== undefined) return namesTag(ifNoneMatch, etag);
  // An invalid date is NaN, so the comparison is false.
  return Date.parse(lastModified) <= Date.parse(ifModifiedSince ?? '');
}

/** Returns whether an If-None-Match header includes this version, by weak comparison. */
export function namesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.some((tag) => tag === etag) ?? false;
}

/**
 * Parses a Range header (`end` is included; `unsatisfiable` is a 416). Returns `undefined`, for the
 * complete file, for several ranges, other units, and an If-Range with another version (RFC 9110,
 * 14.2).
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
