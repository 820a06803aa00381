import { normalForm, type SearchWord, searchWords, tokensOf } from './words.ts';

/** In code units: two lines of a result. */
const LENGTH = 160;
/** What comes before the first match. */
const LEAD = 48;
/** Texts are searched in parts of about this length, because a long one takes milliseconds. */
const PART = 10_000;
/** Text after this isn't looked at. */
const MAX_TEXT = 60_000;

/**
 * Returns a part of a text in which words of a search term are found, cut at words, with an
 * ellipsis where text was left out. Returns `null` if the text has none of them.
 */
export function excerptOf(text: string, searchTerm: string): string | null {
  const words = searchWords(searchTerm);
  const length = Math.min(text.length, MAX_TEXT);
  for (let from = 0; from < length; ) {
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

/** Where a part of a text has most of the words. */
function findBest(part: string, words: readonly SearchWord[]): number | undefined {
  const normal = normalForm(part);
  // Much faster than looking for whole words. Often only the title or a name matches.
  if (!words.some(({ text }) => normal.includes(text))) return undefined;
  const best = densest(placesOf(normal, words));
  if (best === undefined) return undefined;
  // Letters that the normal form adds or drops shift places a little.
  return Math.round((best * part.length) / normal.length);
}

interface Place {
  at: number;
  word: number;
}

function placesOf(normal: string, words: readonly SearchWord[]): Place[] {
  const places: Place[] = [];
  for (const token of tokensOf(normal)) {
    for (const [word, { text, isRun }] of words.entries()) {
      const isFound =
        token.isRun === true ? isRun && token.text.includes(text) : token.text.startsWith(text);
      if (isFound) places.push({ at: token.start, word });
    }
  }
  return places;
}

/** The place from which one excerpt has most of the words: the first of those. */
function densest(places: readonly Place[]): number | undefined {
  let best: { at: number; words: number } | undefined;
  for (const [index, { at }] of places.entries()) {
    const inside = new Set<number>();
    for (
      let next = index;
      (places[next]?.at ?? Number.POSITIVE_INFINITY) < at + LENGTH - LEAD;
      next++
    ) {
      inside.add(places[next]?.word ?? 0);
    }
    if (inside.size > (best?.words ?? 0)) best = { at, words: inside.size };
  }
  return best?.at;
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
