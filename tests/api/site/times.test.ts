import { expect, test } from 'vitest';
import { exactTime, relativeTime } from '../../../src/islands/ui/time.ts';
import { signInPath } from '../../../src/lib/navigate.ts';

test.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [2 * 3600, '2 hours ago'],
  [86_400, 'yesterday'],
  [8 * 86_400, 'last week'],
  [400 * 86_400, 'last year'],
])('%i seconds ago is "%s"', (seconds, words) => {
  const now = Date.UTC(2026, 0, 1);
  expect(relativeTime(new Date(now - seconds * 1000).toISOString(), now)).toBe(words);
});

test('the exact time is in UTC', () => {
  expect(exactTime('2025-01-05T09:30:00.000Z')).toBe('January 5, 2025 at 9:30 AM UTC');
});

test('signing in returns to the comments', () => {
  expect(signInPath('/post/a-post#comments')).toBe('/signin?returnTo=%2Fpost%2Fa-post%23comments');
});
