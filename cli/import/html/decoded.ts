import { parseAll } from '../../../api/content/parse.ts';
import { textOf } from './tree.ts';

/** Returns the text of a piece of HTML in one line: "R&amp;D" → "R&D". */
export function decoded(html: string): string {
  return textOf(parseAll(html).children).replace(/\s+/g, ' ').trim();
}
