import { describe, expect, it } from 'vitest';
import { acceptedEncodings, isFresh, rangeOf } from '../../../api/static/negotiate.ts';

describe('Accept-Encoding', () => {
  it.each([
    [undefined, ['identity']],
    ['', ['identity']],
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['gzip, deflate', ['gzip', 'identity']],
    ['br;q=0.5, gzip', ['gzip', 'br', 'identity']],
    ['br;q=0, gzip;q=0.1', ['gzip', 'identity']],
    ['GZIP ; q=1', ['gzip', 'identity']],
    ['x-gzip', ['gzip', 'identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['*;q=0', []],
    ['identity;q=0, *', ['br', 'gzip']],
    ['identity, br;q=0.2', ['identity', 'br']],
    ['br;q=nonsense', ['identity']],
    [';;,,q=', ['identity']],
  ])('%s allows %j, best first', (header, expected) => {
    expect(acceptedEncodings(header)).toEqual(expected);
  });
});

describe('conditional requests', () => {
  const validators = { etag: '"abc"', lastModified: 'Mon, 05 Jan 2026 10:00:00 GMT' };
  it.each([
    ['"abc"', undefined, true],
    ['W/"abc"', undefined, true],
    ['"x", W/"abc" , "y"', undefined, true],
    ['*', undefined, true],
    ['"ab"', undefined, false],
    ['abc', undefined, false],
    ['', undefined, false],
    ['"other"', 'Mon, 05 Jan 2026 10:00:00 GMT', false],
    [undefined, 'Mon, 05 Jan 2026 10:00:00 GMT', true],
    [undefined, 'Tue, 06 Jan 2026 10:00:00 GMT', true],
    [undefined, 'Mon, 05 Jan 2026 09:59:59 GMT', false],
    [undefined, 'yesterday', false],
    [undefined, undefined, false],
  ])('If-None-Match %s and If-Modified-Since %s: fresh is %s', (tags, since, expected) => {
    expect(isFresh(tags, since, validators)).toBe(expected);
  });
});

describe('Range', () => {
  const validators = { etag: '"abc"', lastModified: 'Mon, 05 Jan 2026 10:00:00 GMT' };
  it.each([
    ['bytes=0-9', undefined, { start: 0, end: 9 }],
    ['bytes=90-', undefined, { start: 90, end: 99 }],
    ['bytes=-5', undefined, { start: 95, end: 99 }],
    ['bytes=-500', undefined, { start: 0, end: 99 }],
    ['bytes=50-5000', undefined, { start: 50, end: 99 }],
    ['bytes=100-', undefined, 'unsatisfiable'],
    ['bytes=-0', undefined, 'unsatisfiable'],
    ['bytes=9-0', undefined, undefined],
    ['bytes=-', undefined, undefined],
    ['bytes=0-1,5-6', undefined, undefined],
    ['items=0-1', undefined, undefined],
    ['bytes=0-9', '"abc"', { start: 0, end: 9 }],
    ['bytes=0-9', 'W/"abc"', undefined],
    ['bytes=0-9', '"old"', undefined],
    ['bytes=0-9', 'Mon, 05 Jan 2026 10:00:00 GMT', { start: 0, end: 9 }],
    ['bytes=0-9', 'Mon, 05 Jan 2026 09:00:00 GMT', undefined],
  ])('%s with If-Range %s is %j', (header, ifRange, expected) => {
    expect(rangeOf(header, ifRange, 100, validators)).toEqual(expected);
  });
});
