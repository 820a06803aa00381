import { matchesIn } from './matches.ts';
import { normalForm, type SearchWord, searchWords } from './words.ts';

/** In code units: two lines of a result. */
const LENGTH = 160;
/** The part before the first match. */
const LEAD = 48;
/** Texts are searched in parts of about this length, because a long one takes milliseconds. */
const PART = 4_000;
/** In characters. Excerpts come from this part of a text. */
export const MAX_EXCERPTED = 40_000;

/**
 * Returns a part of a text in which words of a search term are found, cut at words, with an
 * ellipsis where text was left out. Returns `null` if the text has none of them.
 */
export function excerptOf(text: string, searchTerm: string): string | null {
  const words = searchWords(searchTerm);
  for (let from = 0; from < text.length; ) {
    const to = partEnd(text, from);
    const best = findBest(text.slice(from, to), words);
    if (best !== undefined) return cut(text, Math.max(0, from + best - LEAD));
    from = to;
  }
  return null;
}

/** The end of a part: before a space, if there is one. */
function partEnd(text: string, from: number): number {
  const end = from + PART;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space > from ? space : end;
}

/** Returns the first place in a part where an excerpt contains the most words. */
function findBest(part: string, words: readonly SearchWord[]): number | undefined {
  const normal = normalForm(part);
  // Much faster than looking for whole words. Often only the title or a name matches.
  if (!words.some(({ text }) => normal.includes(text))) return undefined;
  const found = matchesIn(part, words);
  let best: { from: number; words: number } | undefined;
  for (const [index, { from }] of found.entries()) {
    const inside = new Set<SearchWord>();
    for (let next = index; next < found.length; next++) {
      const match = found[next];
      if (!match || match.from >= from + LENGTH - LEAD) break;
      inside.add(match.word);
    }
    if (inside.size > (best?.words ?? 0)) best = { from, words: inside.size };
    if (inside.size === words.length) break;
  }
  return best?.from;
}

function cut(text: string, start: number): string {
  const from = start === 0 ? 0 : wordStart(text, start);
  const end = from + LENGTH;
  const space = text.lastIndexOf(' ', end);
  // Not before the match, which comes after the lead.
  const last = space > from + LEAD ? space : end;
  const to = end >= text.length ? text.length : last;
  const part = text.slice(from, to).toWellFormed().trim();
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}

/** The start of the first word after this place. Scripts without spaces are cut anywhere. */
function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space >= 0 && space < at + LEAD / 2 ? space + 1 : at;
}
