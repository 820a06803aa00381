import { afterEach, expect, test } from 'vitest';
import { PAGE_DATES, pageDate } from '../../../src/lib/page-dates.ts';
import { setSite, site } from '../../../src/lib/site.ts';

const STATE = { version: 1, hash: 'x', site: site() };

afterEach(() => setSite());

test('a page has the date of the latest change to its text or to a setting that it shows', () => {
  const at = '2031-05-06T07:08:09.000Z';
  setSite({ ...STATE, changedAt: { privacy: at, tagline: '2032-01-01T00:00:00.000Z' } });
  expect(pageDate('/privacy-policy')).toBe(at);
  expect(pageDate('/terms')).toBe(PAGE_DATES['/terms']);
});

test('an earlier change of a setting doesn’t make a page older', () => {
  setSite({ ...STATE, changedAt: { owner: '2020-01-01T00:00:00.000Z' } });
  expect(pageDate('/terms')).toBe(PAGE_DATES['/terms']);
});
