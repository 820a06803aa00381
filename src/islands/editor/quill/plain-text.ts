import type { Op } from 'quill/core.js';

/** Stands for a picture or another embed, which takes one position. */
export const EMBED = '\ufffc';

/** Returns the text of the editor's contents. Positions are the same as in the editor. */
export function plainText(ops: readonly Op[]): string {
  return ops.map(({ insert }) => (typeof insert === 'string' ? insert : EMBED)).join('');
}
