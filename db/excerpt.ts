import { normalForm, type SearchWord, searchWords, tokensOf } from './words.ts';

/** In code units: two lines of a result. */
const LENGTH = 160;
/** What comes before the first match. */
const LEAD = 48;
/** Text after this isn't looked at. */
const MAX_TEXT = 60_000;

/**
 * Returns the part of a text in which the words of a search term are found, cut at words, with an
 * ellipsis where text was left out. Returns `null` if the text has none of them.
 */
export function excerptOf(text: string, searchTerm: string): string | null {
  const searched = text.slice(0, MAX_TEXT);
  const normal = normalForm(searched);
  const places = placesOf(normal, searchWords(searchTerm));
  const best = densest(places);
  if (best === undefined) return null;
  // Letters that the normal form adds or drops shift places a little.
  const ratio = searched.length / Math.max(1, normal.length);
  return cut(text, Math.max(0, Math.round(best * ratio) - LEAD));
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
  const to = end >= text.length ? text.length : Math.max(from + LEAD, text.lastIndexOf(' ', end));
  const part = text.slice(from, to).toWellFormed().trim();
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}

/** The start of the first word after this place. Scripts without spaces are cut anywhere. */
function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space >= 0 && space < at + LEAD / 2 ? space + 1 : at;
}
