import { createHash } from 'node:crypto';
import source from '../scripts/first-paint.js?raw';

/** The script that every page runs before its first paint, and its hash for the page's CSP. */
export const firstPaint = {
  source,
  hash: `sha256-${createHash('sha256').update(source).digest('base64')}` as const,
};
