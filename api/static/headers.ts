import { getMimeType, mimes } from 'hono/utils/mime';
import { documentHeaders, transportHeaders } from '../http/headers.ts';
import { isGuarded, type RouteKind } from '../http/routes.ts';

const TYPES = {
  ...mimes,
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

/**
 * Returns the media type of an address. Unknown ones are bytes, Pagefind's (`.pf_meta`, …) among
 * them: its script unpacks them, not the browser.
 */
export function contentTypeOf(address: string): string {
  if (address.endsWith('/rss.xml')) return 'application/rss+xml; charset=utf-8';
  return getMimeType(address, TYPES) ?? 'application/octet-stream';
}

/** Whether files of a type may have compressed variants. The others are compressed already. */
export function isCompressible(type: string): boolean {
  return /^text\/|^font\/ttf|json|xml|wasm/.test(type);
}

/** A file as its headers describe it. */
export interface Described {
  kind: RouteKind;
  address: string;
  type: string;
  status: number;
}

/** Every visit asks whether there's a newer one. */
const REVALIDATED = 'public, max-age=0, must-revalidate';
/** CDNs can't ask a bucket at every visit. Even if a purge gets lost, they ask in a minute. */
const REVALIDATED_COPY = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30';

/**
 * Returns how long browsers and proxies may use the file without asking. `isCopy`: a copy in a
 * bucket, not a file of this server.
 */
export function cacheControlOf(
  { kind, address, type, status }: Described,
  { isCopy = false } = {},
): string {
  // A page that is missing now may be published in a second.
  if (status !== 200 || isGuarded(kind)) return 'no-store';
  if (kind === 'asset' || kind === 'upload') return 'public, max-age=31536000, immutable';
  const isRarelyChanged = /^(?:image|font)\//.test(type) || /\.pf_[a-z]+$/.test(address);
  if (isRarelyChanged) return 'public, max-age=86400';
  return isCopy ? REVALIDATED_COPY : REVALIDATED;
}

export function securityHeadersOf(
  { kind, type }: Described,
  https: boolean,
): Record<string, string> {
  if (kind === 'upload') {
    // Users' files: opened directly they run nothing, and only pictures are shown at all.
    const isShown = type.startsWith('image/') && !type.startsWith('image/svg');
    return {
      ...transportHeaders(https),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Content-Disposition': isShown ? 'inline' : 'attachment',
    };
  }
  return type.startsWith('text/html') ? documentHeaders(https) : transportHeaders(https);
}
