import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  normalForm,
  searchPrefixes,
  searchWords,
  WORDS_VERSION,
  wordsOf,
} from '../../../db/words.ts';
import { isSameQuery, pathOfQuery, queryOf, startIndexOf } from '../../../src/lib/search/query.ts';
import {
  encodePrefix,
  hasPrefix,
  indexWords,
} from '../../../src/lib/search/static-index/encode.ts';
import { markedParts, termWords } from '../../../src/lib/search/words.ts';
import { randomOf } from './random.ts';
import { PAIRS } from './word-pairs.ts';

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
    ['日本語 入門', '日本', '[日本]語 入門'],
    ['使用数据库索引', '数据库', '使用[数据库]索引'],
    ['数据 据库', '数据库', '数据 据库'],
    ['哈哈哈哈', '哈哈', '[哈哈哈哈]'],
    ['Donau\u00addampf\u00adschiff!', 'donaudampf', '[Donau\u00addampf\u00adschiff]!'],
    ['a ﬁnal ﬁ', 'fin', 'a [ﬁnal] ﬁ'],
    ['Die Straße.', 'STRASSE', 'Die [Straße].'],
    [`a ${'чай'.normalize('NFD')} b`, 'чай', `a [${'чай'.normalize('NFD')}] b`],
    ['กี่', 'ก', '[กี่]'],
    ['C, C++ or C#', 'c++', 'C, [C++] or C#'],
    ['C++ or Cobol', 'c', '[C]++ or [Cobol]'],
    ['Use .NET', '.net', 'Use [.NET]'],
    ['Use ASP.NET', '.net', 'Use ASP[.NET]'],
    ['Node.js', 'node.js', '[Node.js]'],
  ])('in %j, for %j, are marked: %j', (text, term, expected) => {
    expect(marked(text, term)).toBe(expected);
  });
});

test('the table has at least 150 pairs of text and term', () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(150);
});

test('a change of the words changes WORDS_VERSION, so that indexes are rebuilt', () => {
  const words = JSON.stringify(PAIRS.map(({ text }) => wordsOf(text)));
  const hash = createHash('sha256').update(words).digest('hex').slice(0, 16);
  // If this fails, increment WORDS_VERSION and add a migration, so that older nodes stop.
  expect({ version: WORDS_VERSION, hash }).toEqual({ version: 2, hash: '019fc7eff8ebc8cb' });
});

test.each(PAIRS)('the term $term finds the text $text: $isFound', ({ text, term, isFound }) => {
  const words = wordsOf(text);
  const prefixes = searchPrefixes(term);
  expect(prefixes).not.toEqual([]);
  const has = (prefix: string) => words.some((word) => word.startsWith(prefix));
  expect(prefixes.every(has)).toBe(isFound);
});

describe('the marks of a text', () => {
  // A search can find the characters of a run in different places.
  const found = PAIRS.filter(({ term, isFound }) => isFound && !term.includes(' '));
  test.each(found)('show where $text has $term', ({ text, term }) => {
    const parts = markedParts(text, termWords(term));
    expect(parts.map((part) => part.text).join('')).toBe(text);
    const marked = parts.filter((part) => part.marked).map((part) => normalForm(part.text));
    for (const word of searchWords(term)) {
      expect(marked.some((each) => each.includes(word.text))).toBe(true);
    }
  });

  test('are empty for a term without words, and for a different term', () => {
    expect(marked('数据库', '!!!')).toBe('数据库');
    expect(marked('数据库', '库数')).toBe('数据库');
  });

  test('are in the same words, however the text is split into characters', () => {
    const random = randomOf(3);
    const some = [...'aéß\u00ad\u200b가ㄱᅡᆫｶﾞﾞが数้ำมြ့ि्क्+#.j s\u0301\u0316\u0345Σσς½ﬁİ٤ﷲ\ud83d😀'];
    for (let n = 0; n < 3_000; n++) {
      const length = 1 + Math.floor(random() * 12);
      const text = Array.from({ length }, () => some[Math.floor(random() * some.length)]).join('');
      // A pair that starts with a mark isn't a word of a term.
      const words = wordsOf(text).filter((word) => !/^\p{M}/u.test(word));
      for (const word of words) {
        const parts = markedParts(text, searchWords(word));
        expect(
          parts.some((part) => part.marked),
          JSON.stringify({ text, word }),
        ).toBe(true);
        expect(parts.map((part) => part.text).join('')).toBe(text);
      }
    }
  });
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
    ['\ud801\udc28'.repeat(100), ['\ud801\udc28'.repeat(64)]],
    ['数据库 据库 数', ['数据', '据库']],
    ['一二三四五六七八九十', ['一二', '二三', '三四', '四五', '五六', '六七', '七八', '八九']],
    ['C++ c node.js node js', ['c++', 'node.js', 'js']],
    ['.NET net', ['.net', 'net']],
    ['', []],
  ])('%j: %j', (term, words) => {
    expect(searchPrefixes(term)).toEqual(words);
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
