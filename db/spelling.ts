import { searchWords } from './words.ts';

/** Shorter words have too many neighbors to guess which one was meant. */
const MIN_LENGTH = 3;
/** Longer words are rarely typed, and have thousands of spellings. */
const MAX_LENGTH = 24;
/** Alphabets that have their letters in this order in Unicode. Other scripts get no guesses. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  'αβγδεζηθικλμνξοπρστυφχψω',
];

/** A word of a search term with the spellings that are one edit away from it. */
export interface Respelled {
  word: string;
  spellings: string[];
}

/** Returns the words of a search term that could be misspelled. */
export function respelled(searchTerm: string): Respelled[] {
  return searchWords(searchTerm)
    .filter(({ isRun }) => !isRun)
    .map(({ text }) => ({ word: text, spellings: spellingsOf(text) }))
    .filter(({ spellings }) => spellings.length > 0);
}

/**
 * Returns the words that differ from this one by an added, missing, different or swapped letter.
 */
export function spellingsOf(word: string): string[] {
  const alphabet = ALPHABETS.find((letters) =>
    [...letters].some((letter) => word.includes(letter)),
  );
  if (alphabet === undefined || word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  const spellings = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    const rest = after.slice(1);
    if (after !== '') spellings.add(before + rest);
    if (rest !== '') spellings.add(before + rest.charAt(0) + after.charAt(0) + rest.slice(1));
    for (const letter of alphabet) {
      spellings.add(before + letter + after);
      if (after !== '') spellings.add(before + letter + rest);
    }
  }
  spellings.delete(word);
  return [...spellings];
}

/**
 * Returns the term with one word spelled in the way that most posts have it, or `null` if none has
 * any. `countOf` returns the number of posts with exactly this word.
 */
export function suggestTerm(
  searchTerm: string,
  words: readonly Respelled[],
  countOf: (spelling: string) => number,
): string | null {
  let best = { posts: 0, word: '', spelling: '' };
  for (const { word, spellings } of words) {
    for (const spelling of spellings) {
      const posts = countOf(spelling);
      if (posts > best.posts) best = { posts, word, spelling };
    }
  }
  if (best.posts === 0) return null;
  const others = searchWords(searchTerm).map(({ text }) => text);
  return others.map((text) => (text === best.word ? best.spelling : text)).join(' ');
}
