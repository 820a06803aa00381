import { createHash } from 'node:crypto';
import source from '../scripts/first-paint.js?raw';

/**
 * The script that runs before the first paint. Without comments and indentation: it's in every
 * page.
 */
export const firstPaint = source.replace(/^ *(?:\/\/.*\n)?/gm, '');
/**
 * Covers move from page to page (src/styles/motion.css). In the page because Chromium reports an
 * error if the stylesheet with this rule isn't in its cache. Only in Chromium, which alone has
 * `interpolate-size`: WebKitGTK without compositing crashes in view transitions.
 */
export const transitions =
  '@media (prefers-reduced-motion:no-preference){@supports (interpolate-size:allow-keywords){@view-transition{navigation:auto}}}';

const hashOf = (text: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** For the content security policy. */
export const firstPaintHash = hashOf(firstPaint);
export const transitionsHash = hashOf(transitions);
