import { normalForm, type SearchWord, tokensOf } from './words.ts';

// Where a text has the words of a search term: for excerpts and for marks.

/** A place in a text, in code units. */
export interface Match {
  from: number;
  to: number;
  /** The word that it matches. */
  word: SearchWord;
}

/**
 * Returns where a text has words that begin with one of these words, and where their runs occur, in
 * order. Places of different words may overlap.
 */
export function matchesIn(text: string, words: readonly SearchWord[]): Match[] {
  if (words.length === 0) return [];
  const { normal, starts, ends } = withPlaces(text);
  return Array.from(matches(normal, words), ({ from, to, word }) => ({
    from: starts[from] ?? 0,
    to: ends[to - 1] ?? 0,
    word,
  })).sort((a, b) => a.from - b.from);
}

/** Yields the matches in a text in normal form. */
function* matches(normal: string, words: readonly SearchWord[]): Generator<Match> {
  for (const { text, start, isRun = false } of tokensOf(normal)) {
    for (const word of words) {
      if (word.isRun !== isRun) continue;
      if (isRun) {
        for (const index of placesOf(word.text, text)) {
          yield { from: start + index, to: start + index + word.text.length, word };
        }
      } else if (text.startsWith(word.text) && (isName(word.text) || !isName(text))) {
        yield { from: start, to: start + text.length, word };
      }
    }
  }
}

/** `node` marks a part of `node.js`, not all of it. */
const isName = (word: string) => /[.+#]/.test(word);

function* placesOf(part: string, text: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) yield at;
}

/**
 * A character and those after it that it may merge with in normal form: marks, invisible
 * characters, sound marks of halfwidth katakana, and letters of Hangul.
 */
const CLUSTER =
  /.(?:[\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7ff\uffa0-\uffdc])*/gsu;

/**
 * Returns the normal form of a text. For each of its code units, also returns where its character
 * starts and ends in the text. `ﬁ` becomes two characters, and a soft hyphen none.
 */
export function withPlaces(text: string): { normal: string; starts: number[]; ends: number[] } {
  let normal = '';
  const starts: number[] = [];
  const ends: number[] = [];
  // A text has few different characters, and finding a form takes much longer than looking it up.
  const forms = new Map<string, string>();
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const form = forms.get(cluster) ?? normalForm(cluster);
    forms.set(cluster, form);
    normal += form;
    while (starts.length < normal.length) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { normal, starts, ends };
}
