import { createHash } from 'node:crypto';
import source from '../scripts/first-paint.js?raw';

/**
 * The script that runs before the first paint. Without comments and indentation: it's in every
 * page.
 */
export const firstPaint = source.replace(/^ *(?:\/\/.*\n)?/gm, '');
/**
 * Animates covers between pages (src/styles/motion.css). Inline, because Chromium reports an error
 * if the stylesheet with this rule isn't cached. `interpolate-size` limits it to Chromium: view
 * transitions crash WebKitGTK without compositing.
 */
export const transitions =
  '@media (prefers-reduced-motion:no-preference){@supports (interpolate-size:allow-keywords){@view-transition{navigation:auto}}}';

const hashOf = (text: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** For the content security policy. */
export const firstPaintHash = hashOf(firstPaint);
export const transitionsHash = hashOf(transitions);
