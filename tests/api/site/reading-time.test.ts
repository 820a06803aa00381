import { describe, expect, it } from 'vitest';
import { cardMinutes, pageMinutes } from '../../../src/lib/reading-time.ts';

describe('reading time', () => {
  it.each([
    [0, 1],
    [1, 1],
    [1000, 1],
    [1001, 2],
    [6400, 7],
  ])('of %i characters is rounded up on a card: %i min', (length, minutes) => {
    expect(cardMinutes(length)).toBe(minutes);
  });

  it.each([
    [0, 1],
    [1499, 1],
    [1500, 2],
    [6400, 6],
  ])('of %i characters is rounded on the page: %i mins', (length, minutes) => {
    expect(pageMinutes(length)).toBe(minutes);
  });
});
