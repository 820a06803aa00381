import { describe, expect, it } from 'vitest';
import { isoDate, longDate, shortDate } from '../../../src/lib/dates.ts';

describe('dates', () => {
  it('are short on cards: "Jan 5, 2025"', () => {
    expect(shortDate('2025-01-05T12:00:00.000Z')).toBe('Jan 5, 2025');
  });

  it('are long on the page of a post: "January 5, 2025"', () => {
    expect(longDate(new Date('2025-01-05T12:00:00.000Z'))).toBe('January 5, 2025');
  });

  it('are those of UTC on both sides of midnight', () => {
    expect(shortDate('2024-12-31T23:59:59.999Z')).toBe('Dec 31, 2024');
    expect(longDate('2025-01-01T00:00:00.000+02:00')).toBe('December 31, 2024');
  });

  it('are empty when there is none', () => {
    expect([shortDate('never'), longDate(''), isoDate('never')]).toEqual(['', '', '']);
  });
});
