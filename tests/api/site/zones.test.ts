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
    // Repeated in fall: the first one.
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

  it('returns the current instant if the clock shows the same time then', () => {
    const second = new Date('2027-10-31T01:30:00Z');
    const wall = { date: '2027-10-31', time: '02:30' };
    expect(wallTimeOf(second, 'Europe/Berlin')).toEqual(wall);
    expect(instantOf(wall, 'Europe/Berlin', second)).toEqual(second);
    const other = instantOf({ ...wall, time: '02:31' }, 'Europe/Berlin', second);
    expect(other?.toISOString()).toBe('2027-10-31T00:31:00.000Z');
    const exact = new Date('2027-01-05T09:00:42Z');
    expect(instantOf(wallTimeOf(exact, 'UTC'), 'UTC', exact)).toEqual(exact);
  });

  it('refuses invalid dates', () => {
    expect(instantOf({ date: '', time: '09:00' }, 'UTC')).toBeUndefined();
    expect(instantOf({ date: '2027-01-05', time: '' }, 'UTC')).toBeUndefined();
  });
});

it('formats times of a zone', () => {
  const at = new Date('2027-01-05T08:00:00Z');
  expect(formatInZone(at, 'Europe/Berlin').replace('\u202f', ' ')).toBe('Jan 5, 2027, 9:00 AM');
});

it.each([
  ['2027-10-31T00:30:00Z', 'Europe/Berlin', 'Oct 31, 2027, 2:30 AM GMT+2'],
  ['2027-10-31T01:30:00Z', 'Europe/Berlin', 'Oct 31, 2027, 2:30 AM GMT+1'],
  ['2027-10-30T23:59:00Z', 'Europe/Berlin', 'Oct 31, 2027, 1:59 AM'],
  ['2027-10-31T02:00:00Z', 'Europe/Berlin', 'Oct 31, 2027, 3:00 AM'],
  ['2027-03-28T01:30:00Z', 'Europe/Berlin', 'Mar 28, 2027, 3:30 AM'],
  ['2027-04-03T14:45:00Z', 'Australia/Lord_Howe', 'Apr 4, 2027, 1:45 AM GMT+11'],
  ['2027-04-03T15:15:00Z', 'Australia/Lord_Howe', 'Apr 4, 2027, 1:45 AM GMT+10:30'],
])('shows the offset of %s in %s only if the clock shows that time twice: %s', (at, zone, text) => {
  expect(formatInZone(new Date(at), zone).replace('\u202f', ' ')).toBe(text);
});
