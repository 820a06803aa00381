import { HSTS } from '../http/security-headers.ts';
import { contentTypeOf } from './content-types.ts';

/** Where the thing at an address lives, and how it is treated. */
export interface Place {
  /** The address whose file is served; another one than was asked for only where one shell serves many. */
  address: string;
  kind: 'page' | 'asset' | 'upload';
  /** Only for whoever the guard lets in. */
  guarded: boolean;
  /** Made by the renderer when there is no file. */
  rendered: boolean;
}

const GUARDED = /^\/(dashboard|create-post|update-post)(\/|$)/;
const UPDATE_POST = /^\/update-post\/[^/]+$/;
// Posts, the share picture of each, and what is made of all posts. 120: longer than any slug with its "-2".
const RENDERED =
  /^\/$|^\/post\/[a-z0-9-]{1,120}$|^\/og\/[a-z0-9-]{1,120}\.jpg$|^\/rss\.xml$|^\/sitemap[a-z0-9-]{0,20}\.xml$|^\/robots\.txt$/;

/** Takes a safe path of `parseTarget`. */
export function placeOf(path: string): Place {
  if (path.startsWith('/uploads/')) return place(path, 'upload');
  if (path.startsWith('/_assets/')) return place(path, 'asset');
  if (GUARDED.test(path)) {
    const address = UPDATE_POST.test(path) ? '/update-post' : path;
    return { ...place(address, 'page'), guarded: true };
  }
  return { ...place(path, 'page'), rendered: RENDERED.test(path) };
}

function place(address: string, kind: Place['kind']): Place {
  return { address, kind, guarded: false, rendered: false };
}

const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';
const REVALIDATE = 'public, max-age=0, must-revalidate';
const NO_STORE = 'no-store';

/** How long browsers and proxies may keep the thing without asking. */
export function cacheControlOf(place: Place, status: number): string {
  // A page that is missing now may be published in a second.
  if (place.guarded || status !== 200) return NO_STORE;
  if (place.kind !== 'page') return YEAR;
  if (/^\/(avatars|og)\//.test(place.address)) return DAY;
  if (/\.(pf_meta|pf_index|pf_fragment)$/.test(place.address)) return DAY;
  return /^(image|font)\//.test(contentTypeOf(place.address).type) ? DAY : REVALIDATE;
}

/** Those that every answer has, whatever it is. */
export function transportHeadersOf(https: boolean): string[] {
  const headers = ['X-Content-Type-Options', 'nosniff'];
  if (https) headers.push('Strict-Transport-Security', HSTS);
  return headers;
}

/**
 * The headers that keep a browser from doing harm with the answer, as a flat list of names and values. The
 * rest of a page's policy is inside it (`<meta>`), so that it holds on any web server.
 */
export function securityHeadersOf(place: Place, type: string, https: boolean): string[] {
  const headers = transportHeadersOf(https);
  if (place.kind === 'upload') {
    // Somebody else's bytes: opened on their own they run nothing, and only pictures are shown at all.
    headers.push('Content-Security-Policy', "sandbox; default-src 'none'");
    const shown = type.startsWith('image/') && !type.startsWith('image/svg');
    headers.push('Content-Disposition', shown ? 'inline' : 'attachment');
  } else if (type.startsWith('text/html')) {
    headers.push(
      'Content-Security-Policy',
      "frame-ancestors 'none'",
      // Not the strictest ones: YouTube wants a referrer, the Google popup its opener.
      'Referrer-Policy',
      'strict-origin-when-cross-origin',
      'Cross-Origin-Opener-Policy',
      'same-origin-allow-popups',
      'Permissions-Policy',
      'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    );
  }
  return headers;
}
