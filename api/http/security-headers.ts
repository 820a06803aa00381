import { secureHeaders } from 'hono/secure-headers';

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
    // Without includeSubDomains: other sites of the owner's domain are not ours to decide about.
    strictTransportSecurity: siteUrl.startsWith('https:') ? 'max-age=31536000' : false,
  });
}
