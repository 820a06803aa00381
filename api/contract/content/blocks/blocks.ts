import type { BlockWriter } from './block.ts';
import { callout } from './callout.ts';
import { definitions } from './definitions.ts';
import { details } from './details.ts';
import { figure } from './figure.ts';
import { formula } from './formula.ts';
import { table } from './table.ts';

/** The blocks with a form of their own, by their element. */
export const BLOCK_WRITERS: Partial<Record<string, BlockWriter>> = {
  aside: callout,
  details,
  div: formula,
  dl: definitions,
  figure,
  hr: (_, { emit }) => emit('<hr>'),
  table,
};
