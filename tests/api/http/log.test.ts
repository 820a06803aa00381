import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, test } from 'vitest';
import { createLogger, loggablePath } from '../../../api/http/log.ts';
import { secretPaths } from '../../support/secret-paths.ts';

test('the values of a query are never logged, even when its error is wrapped', () => {
  let written = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const log = createLogger('info', destination);
  const refused = new DrizzleQueryError('insert into users', ['hash-of-somebody'], new Error('no'));
  log.error({ err: refused }, 'request failed');
  log.error({ err: new Error('could not be saved', { cause: refused }) }, 'request failed');
  log.error({ err: new Error('something else') }, 'request failed');
  expect(written).not.toContain('hash-of-somebody');
  expect(written.match(/"message":"[^"]*"/g)).toEqual([
    '"message":"no"',
    '"message":"no"',
    '"message":"something else"',
  ]);
});

const SECRET = 'Zk3-QZ_secret';

describe('the path of a request in the log', () => {
  test.each(secretPaths(SECRET))('%s has no secret', (path) => {
    const logged = loggablePath(path);
    expect(logged).not.toContain(SECRET);
    expect(logged).toMatch(/^\/(?:(?:preview|rehearsal)\/)?-$/);
  });

  test.each([
    '/',
    '/post/a-preview-of-tokens',
    '/preview',
    '/post/dress-rehearsal',
    '/api/document/previewlink/1',
    '/caf%C3%A9',
    '/100%',
  ])('%s is kept', (path) => {
    expect(loggablePath(path)).toBe(path);
  });

  test('the path of a request in the log is cut at 300 characters before it is decoded', () => {
    expect(loggablePath(`/${'a'.repeat(1_000)}`)).toHaveLength(300);
    expect(loggablePath(`/%${'25'.repeat(10_000)}70`)).toHaveLength(300);
  });
});
