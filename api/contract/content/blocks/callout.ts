import { attribute } from '../attributes.ts';
import type { BlockWriter } from './block.ts';

export const CALLOUTS = ['note', 'tip', 'warning'];

/** `<aside data-callout="note|tip|warning">` with blocks. */
export const callout: BlockWriter = ({ attribs, children }, contents) => {
  const kind = attribs.get('data-callout') ?? '';
  if (!CALLOUTS.includes(kind)) return null;
  const inner = contents.blocks(children);
  if (inner === '') return '';
  return `${contents.emit(`<aside${attribute('data-callout', kind)}>`)}${inner}</aside>`;
};
