import { markedParts, type termWords } from '../../lib/search/words.ts';

export type Words = ReturnType<typeof termWords>;

/** Returns a text with the places that match a term in `<mark>`, to append to an element. */
export function marked(text: string, words: Words): (string | Node)[] {
  return markedParts(text, words).map((part) => {
    if (!part.marked) return part.text;
    const mark = document.createElement('mark');
    mark.textContent = part.text;
    return mark;
  });
}
