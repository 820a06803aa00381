import { describe, expect, it } from 'vitest';
import { formatInZone, instantOf, wallTimeOf } from '../../../src/lib/zones.ts';

describe('instantOf', () => {
  it.each([
    ['2027-01-05', '09:00', 'UTC', '2027-01-05T09:00:00.000Z'],
    ['2027-01-05', '09:00', 'Europe/Berlin', '2027-01-05T08:00:00.000Z'],
    ['2027-07-05', '09:00', 'Europe/Berlin', '2027-07-05T07:00:00.000Z'],
    ['2027-07-05', '00:30', 'Asia/Kolkata', '2027-07-04T19:00:00.000Z'],
    ['2027-01-01', '00:00', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
    ['2027-01-01', '00:00', 'America/Los_Angeles', '2027-01-01T08:00:00.000Z'],
    // Skipped in spring: 2:30 becomes 3:30.
    ['2027-03-28', '02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
    // Repeated in autumn: the first one.
    ['2027-10-31', '02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
    ['2027-11-07', '01:30', 'America/New_York', '2027-11-07T05:30:00.000Z'],
  ])('%s %s in %s', (date, time, zone, expected) => {
    expect(instantOf({ date, time }, zone)?.toISOString()).toBe(expected);
  });

  it('reads back what a clock shows', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe']) {
      for (let day = 0; day < 365; day += 7) {
        const at = new Date(Date.UTC(2027, 0, day, 13, 37));
        expect(instantOf(wallTimeOf(at, zone), zone)).toEqual(at);
      }
    }
  });

  it('refuses what is no date', () => {
    expect(instantOf({ date: '', time: '09:00' }, 'UTC')).toBeUndefined();
    expect(instantOf({ date: '2027-01-05', time: '' }, 'UTC')).toBeUndefined();
  });
});

it('formats times of a zone', () => {
  const at = new Date('2027-01-05T08:00:00Z');
  expect(formatInZone(at, 'Europe/Berlin').replace('\u202f', ' ')).toBe('Jan 5, 2027, 9:00 AM');
});
