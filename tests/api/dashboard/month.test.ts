import { expect, test } from 'vitest';
import {
  daysOf,
  monthName,
  monthOfDay,
  shifted,
} from '../../../src/islands/dashboard/posts/month.ts';

test.each([
  [2027, 1, '2026-12-28', '2027-01-31', 35],
  [2027, 2, '2027-02-01', '2027-02-28', 28],
  [2026, 11, '2026-10-26', '2026-12-06', 42],
  [2028, 2, '2028-01-31', '2028-03-05', 35],
])('%i-%i is shown from %s to %s', (year, month, first, last, count) => {
  const days = daysOf({ year, month });
  expect(days).toHaveLength(count);
  expect([days[0]?.date, days.at(-1)?.date]).toEqual([first, last]);
  expect(days.filter(({ isIn }) => isIn)).toHaveLength(new Date(year, month, 0).getDate());
});

test('months follow each other across years', () => {
  expect(shifted({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
  expect(shifted({ year: 2027, month: 1 }, -1)).toEqual({ year: 2026, month: 12 });
  expect(monthName(monthOfDay('2027-01-05'))).toBe('January 2027');
});
