import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import type { ApiEnv } from '../../../api/http/context.ts';
import { errorHandler } from '../../../api/http/errors.ts';
import { shedLoad, watchLoad } from '../../../api/http/overload.ts';
import { testApp } from '../../support/app.ts';

const tick = () => new Promise((next) => setTimeout(next, 5));

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a process is behind while it works on without looking up, and until it does', async () => {
  const watch = watchLoad({ every: 5, late: 200 });
  onTestFinished(watch.stop);
  await tick();
  expect(watch.isLate()).toBe(false);
  block(300);
  expect(watch.isLate()).toBe(true);
  for (let i = 0; watch.isLate() && i < 1000; i++) await tick();
  expect(watch.isLate()).toBe(false);
  // Nothing to do is not the same as too much.
  const idle = watchLoad({ every: 10_000, late: 300 });
  onTestFinished(idle.stop);
  await new Promise((wait) => setTimeout(wait, 400));
  expect(idle.isLate()).toBe(false);
});

test('while it is behind, calls are 503 with the seconds to wait; the health is told all the same', async () => {
  let isLate = true;
  const { call } = await testApp({ services: { isLate: () => isLate } });
  for (const line of ['GET /api/post/getposts', 'POST /api/auth/signin', 'GET /api/nothing']) {
    const { status, headers, body } = await call(line);
    expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
    expect(body).toEqual({ success: false, statusCode: 503, message: expect.any(String) });
  }
  expect((await call('GET /api/health')).status).toBe(200);
  isLate = false;
  expect((await call('GET /api/post/getposts')).status).toBe(200);
});

test('more calls at the same time than there may be are refused, and room is given back', async () => {
  const { services } = await testApp();
  const { promise, resolve } = Promise.withResolvers<void>();
  const app = new Hono<ApiEnv>();
  app.onError(errorHandler(services.log));
  app.use(shedLoad(() => false, 3));
  app.get('/slow', async (c) => {
    await promise;
    return c.text('done');
  });
  app.get('/broken', () => {
    throw new Error('broken');
  });
  const slow = Array.from({ length: 3 }, () => app.request('/slow'));
  expect((await app.request('/slow')).status).toBe(503);
  resolve();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200]);
  for (let i = 0; i < 5; i++) expect((await app.request('/broken')).status).toBe(500);
  expect((await app.request('/slow')).status).toBe(200);
});
