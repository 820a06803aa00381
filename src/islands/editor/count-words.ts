// A character of Chinese or Japanese counts as a word, as in word processors.
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+(?:['’.\-][[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+)*/gv;

export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
