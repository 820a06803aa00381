import { describe, expect, test } from 'vitest';
import { encodePrefix, hasPrefix, indexWords } from '../../../src/lib/search/encode.ts';
import { isSameQuery, pathOfQuery, queryOf, startIndexOf } from '../../../src/lib/search/query.ts';
import { markedParts, termWords } from '../../../src/lib/search/words.ts';

const marked = (text: string, term: string) =>
  markedParts(text, termWords(term))
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('the words that were looked for', () => {
  test.each([
    ['React and Reactor', 'react', '[React] and [Reactor]'],
    ['unreact', 'react', 'unreact'],
    ['Crème brûlée.', 'BRULEE creme', '[Crème] [brûlée].'],
    ['a < b & "c"', 'c b', 'a < [b] & "[c]"'],
    ['node.js', 'node js', '[node].[js]'],
    ['nothing', '', 'nothing'],
    ['nothing', '***', 'nothing'],
    ['日本語 入門', '日本', '[日本語] 入門'],
  ])('in %j, of %j, are marked: %j', (text, term, expected) => {
    expect(marked(text, term)).toBe(expected);
  });
});

describe('the code of a word', () => {
  test('begins with the codes of all that begins the word, and of nothing else', () => {
    const words = ['q', 'qz', 'queue', 'é', 'über', 'привет', '日本語', '𝔸b', 'z9'];
    for (const word of words) {
      for (const other of words) {
        for (let length = 1; length <= [...other].length; length++) {
          const prefix = [...other].slice(0, length).join('');
          expect(encodePrefix(word).startsWith(encodePrefix(prefix)), `${word} ${prefix}`).toBe(
            word.startsWith(prefix),
          );
        }
      }
    }
  });

  test('has letters and digits alone', () => {
    expect(indexWords('Ünïcode 日本 😀 q-z \u{10ffff}\u{10fffd}')).toMatch(
      /^[a-z0-9]+( [a-z0-9]+)*$/,
    );
  });

  test('marks the end, so that no word is the beginning of a longer one', () => {
    const words = indexWords('react');
    expect(hasPrefix(words, encodePrefix('rea'))).toBe(true);
    expect(hasPrefix(words, encodePrefix('reactz'))).toBe(false);
    expect(hasPrefix(words, encodePrefix('act'))).toBe(false);
  });
});

describe('the address of a search', () => {
  test.each([
    ['', { searchTerm: '', sort: 'desc', category: 'uncategorized' }],
    [
      '?searchTerm=a+b&sort=asc&category=ReactJS',
      { searchTerm: 'a b', sort: 'asc', category: 'reactjs' },
    ],
    ['?sort=sideways&category=', { searchTerm: '', sort: 'desc', category: 'uncategorized' }],
  ])('%j asks for %j', (search, query) => {
    expect(queryOf(search)).toEqual(query);
  });

  test('leads back to the same search', () => {
    const query = { searchTerm: 'a&b=c #d', sort: 'asc' as const, category: 'x' };
    expect(queryOf(pathOfQuery(query).slice('/search'.length))).toEqual(query);
    expect(isSameQuery(query, { ...query, searchTerm: ` ${query.searchTerm} ` })).toBe(true);
  });

  test.each([
    ['', 0],
    ['?startIndex=9', 9],
    ['?startIndex=-1', 0],
    ['?startIndex=1e3', 0],
    ['?startIndex=99999999999', 0],
  ])('%j begins at %i', (search, index) => {
    expect(startIndexOf(search)).toBe(index);
  });
});
