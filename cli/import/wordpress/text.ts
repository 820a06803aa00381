import { plainText } from '../../../api/content/text.ts';
import { truncate } from '../../../api/contract/truncate.ts';

/** Returns HTML as one line of text. Titles also have tags and entities. */
export function lineOf(html: string): string {
  // A `<` that starts no tag is text.
  return plainText(html.replace(/<(?![a-z/!])/gi, '&lt;'))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns text of at most `max` characters, cut at the end of a word. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = truncate(text, max - 1);
  const end = cut.lastIndexOf(' ');
  return `${end > max / 2 ? cut.slice(0, end) : cut}…`;
}
