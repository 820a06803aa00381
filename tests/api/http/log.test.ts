import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { createLogger } from '../../../api/http/log.ts';

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
