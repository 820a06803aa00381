import { secureHeaders } from 'hono/secure-headers';

/** A year. Without includeSubDomains: other sites of the owner's domain are not ours to decide about. */
export const HSTS = 'max-age=31536000';

/**
 * Security headers of every answer, pages included. A page's own Content-Security-Policy stands in the
 * page; this adds what a `<meta>` cannot say.
 */
export function securityHeaders(siteUrl: string) {
  return secureHeaders({
    // A page that sets a header of these itself knows why.
    overwrite: false,
    contentSecurityPolicy: { frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    // The default cuts the tie between the page and the popup of the Google sign-in.
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    // The default, no-referrer, makes YouTube refuse to play embedded videos.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: siteUrl.startsWith('https:') ? HSTS : false,
  });
}

/**
 * Security headers of the few answers that neither the app nor a file makes: refusals of the server itself,
 * redirects and error pages of the site. Nothing in them loads anything but the site's icon.
 */
export function outsideAppHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(https && { 'Strict-Transport-Security': HSTS }),
  };
}
