import { expect, it } from 'vitest';
import { rankMatches } from '../../../api/posts/search/rank.ts';
import { searchPrefixes } from '../../../db/words.ts';

/** Returns the titles by relevance for a search term. */
function ranked(term: string, titles: string[], startIndex = 0): string[] {
  const rows = titles.map((title, seq) => ({ seq, title, named: 0, total: 0 }));
  const page = { prefixes: searchPrefixes(term), startIndex, limit: 9 };
  return rankMatches(rows, page).map(({ title }) => title);
}

it.each([
  ['art', ['Start here', 'An article', 'On art']],
  ['net', ['Planets', 'On networks', 'ASP.NET']],
  ['.net', ['Networks', 'About .NET']],
  ['c++', ['C and Go', 'Old C++']],
  ['数据', ['关于', '关系型数据库']],
  ['uber', ['Tuber', 'Die Überraschung', 'Über uns']],
])(
  '%s: words of titles come before their beginnings, and those before the rest',
  (term, titles) => {
    expect(ranked(term, titles)).toEqual(titles.toReversed());
  },
);

it('equal titles stay in their order, and pages continue it', () => {
  const titles = Array.from({ length: 12 }, (_, n) => `Art ${n}`);
  expect(ranked('art', titles)).toEqual(titles.slice(0, 9));
  expect(ranked('art', titles, 9)).toEqual(titles.slice(9));
});
