import type { LambdaEvent } from 'hono/aws-lambda';
import { describe, expect, it } from 'vitest';
import { lambdaHandler } from '../../../api/http/lambda.ts';
import { makeAccount, PASSWORD, SITE, type TestApp, testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';
import { type Arrival, cookiesOf, EVENTS, type LambdaResult } from '../../support/lambda-events.ts';

const json = { 'content-type': 'application/json' };

describe.each(EVENTS)('an event of format %s', (_version, toEvent) => {
  function invoker({ app }: TestApp) {
    const handler = lambdaHandler((request, bindings) => app.fetch(request, bindings));
    return async (arrival: Arrival) =>
      (await handler(toEvent(arrival) as unknown as LambdaEvent)) as LambdaResult;
  }

  /** Returns the addresses in the security log. */
  const addresses = (site: TestApp) =>
    site.logged().flatMap(({ msg, address }) => (msg === 'security' ? [address] : []));

  const signIn = (email: string, password = PASSWORD): Arrival => ({
    method: 'POST',
    path: '/api/auth/signin',
    headers: { ...json, origin: SITE },
    body: JSON.stringify({ email, password }),
  });

  it('signs in with both cookies, which sign in the next call', async () => {
    const site = await testApp();
    const invoke = invoker(site);
    const user = await makeAccount(site.database);
    const result = await invoke(signIn(user.email));
    expect(result.statusCode).toBe(200);
    const cookies = cookiesOf(result);
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      'inkwell_device',
      'inkwell_session',
    ]);
    for (const cookie of cookies) expect(cookie).toContain('HttpOnly');
    const next = await invoke({
      method: 'GET',
      path: '/api/auth/session',
      cookies: cookies.map((cookie) => cookie.split(';')[0] ?? ''),
    });
    expect(JSON.parse(next.body).user.email).toBe(user.email);
  });

  it('with a body in base64 and a query is understood', async () => {
    const site = await testApp();
    const invoke = invoker(site);
    const user = await makeAccount(site.database);
    const { statusCode } = await invoke({ ...signIn(user.email), isBase64: true });
    expect(statusCode).toBe(200);
    const post = await makePost(site.database, { title: 'Ein Gruß' });
    const found = await invoke({
      method: 'GET',
      path: '/api/post/getposts',
      query: `searchTerm=${encodeURIComponent('gruß')}&limit=1`,
    });
    expect(JSON.parse(found.body).posts[0]._id).toBe(post.id);
    expect(found.isBase64Encoded).toBe(false);
  });

  it('counts limits by the address that called the gateway', async () => {
    const site = await testApp();
    await invoker(site)({ ...signIn('nobody@example.com'), sourceIp: '203.0.113.9' });
    expect(addresses(site)).toEqual(['203.0.113.9']);
  });

  it('counts limits by the entry of X-Forwarded-For that TRUST_PROXY names', async () => {
    const site = await testApp({ env: { TRUST_PROXY: '2' } });
    const arrival = signIn('nobody@example.com');
    // The visitor made up the first one. The CDN added the second, the gateway the third.
    const forwarded = '198.51.100.1, 203.0.113.9, 192.0.2.77';
    const headers = { ...arrival.headers, 'x-forwarded-for': forwarded };
    await invoker(site)({ ...arrival, headers, sourceIp: '192.0.2.77' });
    expect(addresses(site)).toEqual(['203.0.113.9']);
  });

  it('refuses a change from another site', async () => {
    const site = await testApp();
    const arrival = signIn('nobody@example.com');
    const headers = { ...arrival.headers, origin: 'https://other.example' };
    expect((await invoker(site)({ ...arrival, headers })).statusCode).toBe(403);
  });

  it('refuses a body over the limit', async () => {
    const site = await testApp();
    const body = JSON.stringify({ email: 'a'.repeat(70_000), password: 'b' });
    const { statusCode } = await invoker(site)({ ...signIn('a@example.com'), body });
    expect(statusCode).toBe(413);
  });
});
