import { describe, expect, it } from 'vitest';
import { localTime, momentOf, zonedText } from '../../../src/lib/zoned-time.ts';

const BERLIN = 'Europe/Berlin';

describe('times in a zone', () => {
  it.each([
    ['2026-11-24T09:00', 'UTC', '2026-11-24T09:00:00.000Z'],
    ['2026-11-24T09:00', BERLIN, '2026-11-24T08:00:00.000Z'],
    ['2026-07-24T09:00', BERLIN, '2026-07-24T07:00:00.000Z'],
    ['2027-01-01T00:30', 'Pacific/Auckland', '2026-12-31T11:30:00.000Z'],
    ['2026-11-24T09:00', 'Asia/Kolkata', '2026-11-24T03:30:00.000Z'],
    // Clocks are set back at 3:00: this time exists twice.
    ['2026-10-25T02:30', BERLIN, '2026-10-25T00:30:00.000Z'],
  ])('%s in %s', (local, zone, expected) => {
    const at = momentOf(local, zone);
    expect(at?.toISOString()).toBe(expected);
    expect(at && localTime(at, zone)).toBe(local);
  });

  it('refuses times that clocks skip, and other text', () => {
    expect(momentOf('2026-03-29T02:30', BERLIN)).toBeNull();
    expect(momentOf('', BERLIN)).toBeNull();
    expect(momentOf('tomorrow', BERLIN)).toBeNull();
  });

  it('are shown with their zone', () => {
    const text = zonedText(new Date('2026-11-24T08:00:00Z'), BERLIN);
    expect(text).toBe('Tuesday, November 24, 2026 at 9:00 AM GMT+1');
  });
});
