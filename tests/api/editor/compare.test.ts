import { describe, expect, it } from 'vitest';
import { type Change, compare, rowsOf } from '../../../src/islands/editor/compare.ts';

const words = (text: string) => text.split(' ').filter(Boolean);
const itemsOf = ({ items }: Change): string[] => items.map((item) => JSON.parse(item));
/** `same -removed +added`, one string a change. */
const shown = (before: string, after: string) =>
  compare(words(before), words(after)).map(
    (change) =>
      `${{ same: '', removed: '-', added: '+' }[change.kind]}${itemsOf(change).join(' ')}`,
  );

describe('the comparison of two versions', () => {
  it('finds a change in the middle', () => {
    expect(shown('a b c d', 'a x c d')).toEqual(['a', '-b', '+x', 'c d']);
  });

  it('finds additions at the start and the end', () => {
    expect(shown('b c', 'a b c d')).toEqual(['+a', 'b c', '+d']);
  });

  it('finds no change in equal versions', () => {
    expect(shown('a b', 'a b')).toEqual(['a b']);
    expect(shown('', '')).toEqual([]);
  });

  it('contains both versions completely', () => {
    const alphabet = ['a', 'b', 'c'];
    let seed = 7;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed;
    };
    const make = () => Array.from({ length: random() % 12 }, () => alphabet[random() % 3] ?? 'a');
    for (let n = 0; n < 300; n++) {
      const [before, after] = [make(), make()];
      const changes = compare(before, after);
      const without = (kind: string) =>
        changes.filter((change) => change.kind !== kind).flatMap(itemsOf);
      expect(without('added')).toEqual(before);
      expect(without('removed')).toEqual(after);
    }
  });

  it('treats versions with very many differences as entirely different', () => {
    const many = (name: string) => Array.from({ length: 3000 }, (_, index) => `${name}${index}`);
    expect(compare(many('a'), many('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  it('pairs changed lines, and counts the unchanged lines between changes', () => {
    const rows = rowsOf(compare(words('a b c d e f g h'), words('x b c d e f g h i')));
    expect(rows).toEqual([
      { theirs: '"a"', mine: '"x"' },
      { theirs: '"b"', mine: '"b"' },
      { theirs: '"c"', mine: '"c"' },
      3,
      { theirs: '"g"', mine: '"g"' },
      { theirs: '"h"', mine: '"h"' },
      { theirs: null, mine: '"i"' },
    ]);
  });
});
