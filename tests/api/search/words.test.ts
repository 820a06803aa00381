import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../db/words.ts';
import { isSameQuery, pathOfQuery, queryOf, startIndexOf } from '../../../src/lib/search/query.ts';
import {
  encodePrefix,
  hasPrefix,
  indexWords,
} from '../../../src/lib/search/static-index/encode.ts';
import { markedParts, termWords } from '../../../src/lib/search/words.ts';

const marked = (text: string, term: string) =>
  markedParts(text, termWords(term))
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('the words of a term', () => {
  test.each([
    ['React and Reactor', 'react', '[React] and [Reactor]'],
    ['unreact', 'react', 'unreact'],
    ['Crème brûlée.', 'BRULEE creme', '[Crème] [brûlée].'],
    ['a < b & "c"', 'c b', 'a < [b] & "[c]"'],
    ['node.js', 'node js', '[node].[js]'],
    ['nothing', '', 'nothing'],
    ['nothing', '***', 'nothing'],
    ['日本語 入門', '日本', '[日本語] 入門'],
  ])('in %j, for %j, are marked: %j', (text, term, expected) => {
    expect(marked(text, term)).toBe(expected);
  });
});

/** Letters newer than the tables of unicode61, which keeps their case. */
const NEWER_LETTERS =
  /\p{Script=Cherokee}|[\u037f\u0528-\u052f\u1c80-\u1cbf\u2c2f\u2c5f\ua698-\ua69b\ua794-\ua7ff]/u;

/** Characters with a case or an accent of the first plane, and with a case of the next one. */
function* foldable(): Iterable<string> {
  for (let code = 0x80; code < 0x1_0450; code++) {
    const character = code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code);
    if (!/^[\p{L}\p{N}]$/u.test(character) || /\p{Script=Hangul}/u.test(character)) continue;
    const forms = [character.toLowerCase(), character.toUpperCase(), character.normalize('NFD')];
    if (forms.some((form) => form !== character)) yield character;
  }
}

test('words are folded like in the database', () => {
  const database = new Database(':memory:');
  database.exec(`
    create virtual table texts using fts5(text, tokenize = "unicode61 remove_diacritics 2");
    create virtual table words using fts5vocab(texts, 'instance');`);
  const insert = database.prepare('insert into texts(rowid, text) values (?, ?)');
  const characters = [...foldable(), ...['e\u0301', 'e\u0305', 'a\u0308\u0323']];
  database.transaction(() => {
    for (const [index, character] of characters.entries()) insert.run(index, `a${character}b`);
  })();
  const found = database
    .prepare<[], { doc: number; words: string }>(
      `select doc, group_concat(term, ' ') as words from (select * from words order by doc, offset)
       group by doc`,
    )
    .all();
  const different = found.flatMap(({ doc, words }) => {
    const character = characters[doc] ?? '';
    const ours = wordsOf(`a${character}b`).join(' ');
    return ours === words || NEWER_LETTERS.test(character)
      ? []
      : [`${character}: ${words}, ${ours}`];
  });
  expect(different).toEqual([]);
  expect(found.length).toBeGreaterThan(2_500);
  database.close();
});

test.each([
  ['йод', 'йод'],
  ['ΌΛΟΣ', 'όλοσ'],
  ['が', 'が'],
  ['İstanbul', 'istanbul'],
  ['ﬁle', 'ﬁle'],
  ['Straße', 'straße'],
])('%s is folded to %s', (word, expected) => {
  expect(wordsOf(word)).toEqual([expected]);
});

describe('the words of a search term', () => {
  test.each([
    ['react React REACT', ['react']],
    ['a an ant', ['ant']],
    ['ant an a', ['ant']],
    ['r b react', ['react', 'b']],
    ['crème CREME', ['creme']],
    ['cr\u00e8 creme', ['creme']],
    ['1 2 3 4 5 6 7 8 9 10', ['1', '2', '3', '4', '5', '6', '7', '8']],
    [`${'a '.repeat(5_000)}zebra`, ['a', 'zebra']],
    ['x'.repeat(100), ['x'.repeat(64)]],
    ['\ud835\udc00'.repeat(100), ['\ud835\udc00'.repeat(64)]],
    ['', []],
  ])('%j: %j', (term, words) => {
    expect(termWords(term)).toEqual(words);
  });
});

describe('the code of a word', () => {
  test('begins with the code of each prefix of the word, and of nothing else', () => {
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

  test('the code of a word has only letters and digits', () => {
    expect(indexWords('Ünïcode 日本 😀 q-z \u{10ffff}\u{10fffd}')).toMatch(
      /^[a-z0-9]+( [a-z0-9]+)*$/,
    );
  });

  test('marks the end, so that no word is a prefix of another', () => {
    const words = indexWords('react');
    expect(hasPrefix(words, encodePrefix('rea'))).toBe(true);
    expect(hasPrefix(words, encodePrefix('reactz'))).toBe(false);
    expect(hasPrefix(words, encodePrefix('act'))).toBe(false);
  });
});

describe('the URL of a search', () => {
  test.each([
    ['', { searchTerm: '', sort: 'desc', category: 'uncategorized', tag: '' }],
    [
      '?searchTerm=a+b&sort=asc&category=ReactJS',
      { searchTerm: 'a b', sort: 'asc', category: 'reactjs', tag: '' },
    ],
    [
      '?sort=sideways&category=',
      { searchTerm: '', sort: 'desc', category: 'uncategorized', tag: '' },
    ],
  ])('%j asks for %j', (search, query) => {
    expect(queryOf(search)).toEqual(query);
  });

  test('the URL of a search can be read back', () => {
    const query = { searchTerm: 'a&b=c #d', sort: 'asc' as const, category: 'x', tag: 'web' };
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
