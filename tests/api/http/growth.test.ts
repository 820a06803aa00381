import { expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { growthOf, SHAPES } from '../../support/growth.ts';

/** Headers that Inkwell, Hono or its Node server read. */
const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Length',
  'Content-Type',
  'Cookie',
  'DNT',
  'Forwarded',
  'If-Modified-Since',
  'If-None-Match',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Dest',
  'Sec-Fetch-Site',
  'User-Agent',
  'X-Forwarded-For',
];

it('the headers and the query of a call take at most 2.5 times as long at twice the length', async () => {
  const { app } = await testApp({ env: { TRUST_PROXY: '1' } });
  const send = async (text: string) => {
    const headers = Object.fromEntries(HEADERS.map((name) => [name, text]));
    await app.request(`/api/post/getposts?${text}`, { headers });
    await app.request('/api/views', { method: 'POST', headers });
  };
  const slow: string[] = [];
  for (const [name, shape] of Object.entries(SHAPES)) {
    // A header can have these characters alone.
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(shape(1000))) continue;
    const growth = await growthOf(send, shape);
    if (growth > 2.5) slow.push(`${name}: ${growth.toFixed(1)}`);
  }
  expect(slow).toEqual([]);
});
