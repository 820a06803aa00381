import { expect, test } from 'vitest';
import { testApp } from '../../support/app.ts';

test('a guest gets 401 before any check except the origin’s', async () => {
  const { call } = await testApp();
  const huge = 'x'.repeat(3 * 1024 * 1024);
  const type = { 'Content-Type': 'application/json' };
  const line = 'PUT /api/user/update/nobody';
  expect((await call(line, { body: 'not json' })).status).toBe(401);
  expect((await call(line, { body: '{', headers: type })).status).toBe(401);
  expect((await call(line, { body: huge, headers: type })).status).toBe(401);
  expect((await call(line, { json: {}, headers: { Origin: 'null' } })).status).toBe(403);
  expect((await call('GET /api/user/getusers?startIndex=-1')).status).toBe(401);
});
