import { createHash } from 'node:crypto';
import source from '../scripts/first-paint.js?raw';

/**
 * The script that runs before the first paint. Without comments and indentation: it's in every
 * page.
 */
export const firstPaint = source.replace(/^ *(?:\/\/.*\n)?/gm, '');
/** Its hash, for the content security policy. */
export const firstPaintHash: `sha256-${string}` = `sha256-${createHash('sha256').update(firstPaint).digest('base64')}`;
