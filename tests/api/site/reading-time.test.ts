import { describe, expect, it, onTestFinished } from 'vitest';
import { countCharacters, readingMinutes } from '../../../src/lib/reading-time.ts';
import { site } from '../../../src/site.config.ts';

describe('reading time', () => {
  it.each([
    [0, 1],
    [1, 1],
    [1000, 1],
    [1001, 2],
    [6400, 7],
  ])('of %i characters is rounded up on a card: %i min', (length, minutes) => {
    expect(readingMinutes(length, 'cards')).toBe(minutes);
  });

  it.each([
    [0, 1],
    [1499, 1],
    [1500, 2],
    [6400, 6],
  ])('of %i characters is rounded on the page: %i mins', (length, minutes) => {
    expect(readingMinutes(length, 'post')).toBe(minutes);
  });

  it('follows the rules in the configuration', () => {
    const usual = { ...site.readingTime };
    onTestFinished(() => {
      Object.assign(site.readingTime, usual);
    });
    for (const rule of ['up', 'nearest'] as const) {
      Object.assign(site.readingTime, { cards: rule, post: rule });
      for (const length of [1, 1499, 1500, 7400]) {
        expect(readingMinutes(length, 'cards')).toBe(readingMinutes(length, 'post'));
      }
    }
    expect(readingMinutes(7400, 'post')).toBe(7);
  });

  it('counts a character outside the first plane once, like the database', () => {
    const content = '😀'.repeat(1000);
    expect(countCharacters(content)).toBe(1000);
    expect(readingMinutes(countCharacters(content), 'cards')).toBe(1);
  });
});
