import { expect, test } from 'vitest';
import { loadEnv } from '../../../api/env.ts';
import { testApp } from '../../support/app.ts';

test('RATE_LIMITS overrides single limits and keeps the others', async () => {
  const { call } = await testApp({ env: { RATE_LIMITS: 'signUp=1/60, comment=30/60' } });
  const signUp = (n: number) =>
    call('POST /api/auth/signup', {
      json: { username: `ada${n}`, email: `ada${n}@example.com`, password: 'a long pass phrase' },
    });
  expect((await signUp(1)).status).toBe(201);
  const held = await signUp(2);
  expect([held.status, held.body.message]).toEqual([
    429,
    'Too many new accounts from your IP address. Please try again in 1 minute.',
  ]);
});

test.each([
  'signUp',
  'signUp=',
  'signUp=0/60',
  'signUp=1/0',
  'nothing=1/60',
  'signUp=1/60,,',
  'signUp=1e9/60',
])('RATE_LIMITS=%s is refused by name', (RATE_LIMITS) => {
  expect(() => loadEnv({ RATE_LIMITS })).toThrow(/^RATE_LIMITS: ".*" is not name=points\/seconds/);
});
