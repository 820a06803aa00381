import { getMimeType, mimes } from 'hono/utils/mime';
import { documentHeaders, FEED_POLICY, transportHeaders } from '../http/headers.ts';
import { isGuarded, type RouteKind } from '../http/routes.ts';

const TYPES = {
  ...mimes,
  // Feeds, too: browsers would download `application/rss+xml` instead of showing it.
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

/**
 * Returns the media type of an address. Unknown files are bytes, including Pagefind's (`.pf_meta`,
 * …), which a script unpacks.
 */
export function contentTypeOf(address: string): string {
  return getMimeType(address, TYPES) ?? 'application/octet-stream';
}

/** Returns whether files of a type may have compressed variants. Others are already compressed. */
export function isCompressible(type: string): boolean {
  return /^text\/|^font\/ttf|json|xml|wasm/.test(type);
}

/** The properties of a file that its headers depend on. */
export interface Described {
  kind: RouteKind;
  address: string;
  type: string;
  status: number;
}

/** Every visit checks for a newer version. */
const REVALIDATED = 'public, max-age=0, must-revalidate';
/**
 * CDNs can't check a bucket on every visit. Even if a purge is lost, they check within a minute.
 */
const REVALIDATED_COPY = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30';

/**
 * Returns how long browsers and proxies may use the file without checking. `isCopy`: a copy in a
 * bucket, not a file on this server.
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
    // Users' files: opened directly, they can't run code, and only pictures are displayed.
    const isShown = type.startsWith('image/') && !type.startsWith('image/svg');
    return {
      ...transportHeaders(https),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Content-Disposition': isShown ? 'inline' : 'attachment',
    };
  }
  if (type.startsWith('text/html')) return documentHeaders(https);
  const isXml = type.startsWith('application/xml');
  return { ...transportHeaders(https), ...(isXml && { 'Content-Security-Policy': FEED_POLICY }) };
}
