import { describe, expect, it } from 'vitest';
import { countCharacters, readingMinutes } from '../../../src/lib/reading-time.ts';

describe('reading time', () => {
  it.each([
    [0, 1],
    [1, 1],
    [1000, 1],
    [1001, 2],
    [6400, 7],
  ])('of %i characters is rounded up: %i min', (length, minutes) => {
    expect(readingMinutes(length, 'up')).toBe(minutes);
  });

  it.each([
    [0, 1],
    [1499, 1],
    [1500, 2],
    [6400, 6],
  ])('of %i characters is rounded to the nearest minute: %i min', (length, minutes) => {
    expect(readingMinutes(length, 'nearest')).toBe(minutes);
  });

  it('counts a character outside the first plane once, like the database', () => {
    const content = '😀'.repeat(1000);
    expect(countCharacters(content)).toBe(1000);
    expect(readingMinutes(countCharacters(content), 'up')).toBe(1);
  });
});
