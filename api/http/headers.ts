import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import type { ApiEnv } from './context.ts';

/** A year. No includeSubDomains: the owner's other sites aren't ours to decide about. */
const HSTS = 'max-age=31536000';
/** The default, same-origin, separates a page from the popup of the Google sign-in. */
const OPENER_POLICY = 'same-origin-allow-popups';
/** The default, no-referrer, makes YouTube refuse to play embedded videos. */
const REFERRER_POLICY = 'strict-origin-when-cross-origin';

/**
 * The rest of a page's policy is in the page itself (`<meta>`), so it applies on any web server.
 */
const PAGE_POLICY = "frame-ancestors 'none'";
/** For refusals, redirects and plain error pages, which load only the site's icon. */
export const PLAIN_POLICY = `default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; ${PAGE_POLICY}`;
/** For feeds, which browsers show as pages: they run no scripts. */
export const FEED_POLICY = `style-src 'self'; font-src 'self'; ${PLAIN_POLICY}`;

/** Headers of every response. */
export function transportHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(https && { 'Strict-Transport-Security': HSTS }),
  };
}

/** Headers of every page, redirect and refusal. `policy` is its Content-Security-Policy. */
export function documentHeaders(https: boolean, policy = PAGE_POLICY): Record<string, string> {
  return {
    ...transportHeaders(https),
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': REFERRER_POLICY,
    'Cross-Origin-Opener-Policy': OPENER_POLICY,
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  };
}

/** Adds the headers of every API response. A route can override them. */
export function apiHeaders({ https }: { https: boolean }) {
  const secure = secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    crossOriginOpenerPolicy: OPENER_POLICY,
    referrerPolicy: REFERRER_POLICY,
    strictTransportSecurity: https ? HSTS : false,
  });
  return createMiddleware<ApiEnv>(async (c, next) => {
    await secure(c, next);
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
}
