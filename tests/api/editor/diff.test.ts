import { describe, expect, it } from 'vitest';
import { diff } from '../../../src/islands/editor/diff.ts';

const words = (text: string) => text.split(' ').filter(Boolean);
/** `same -removed +added`, each run on its own. */
const shown = (before: string, after: string) =>
  diff(words(before), words(after)).map(
    ({ kind, items }) => `${{ same: '', removed: '-', added: '+' }[kind]}${items.join(' ')}`,
  );

describe('the comparison of two versions', () => {
  it('finds what was changed in the middle', () => {
    expect(shown('a b c d', 'a x c d')).toEqual(['a', '-b', '+x', 'c d']);
  });

  it('finds what was added at the end and at the beginning', () => {
    expect(shown('b c', 'a b c d')).toEqual(['+a', 'b c', '+d']);
  });

  it('calls equal versions the same', () => {
    expect(shown('a b', 'a b')).toEqual(['a b']);
    expect(shown('', '')).toEqual([]);
  });

  it('gives back both versions, whatever they are', () => {
    const alphabet = ['a', 'b', 'c'];
    let seed = 7;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed;
    };
    const make = () => Array.from({ length: random() % 12 }, () => alphabet[random() % 3] ?? 'a');
    for (let n = 0; n < 300; n++) {
      const [before, after] = [make(), make()];
      const changes = diff(before, after);
      const without = (kind: string) =>
        changes.filter((change) => change.kind !== kind).flatMap(({ items }) => items);
      expect(without('added')).toEqual(before);
      expect(without('removed')).toEqual(after);
    }
  });

  it('does not compare what is too long to compare, but still shows it', () => {
    const many = (name: string) => Array.from({ length: 3000 }, (_, index) => `${name}${index}`);
    expect(diff(many('a'), many('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
