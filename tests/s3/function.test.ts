import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { UploadTarget } from '../../api/contract/uploads.ts';
import { startFunction } from '../api/function/support.ts';
import { picture } from '../api/uploads/support.ts';
import { makeUser } from '../support/database.ts';
import { closeBucket, incoming, openBucket, variables } from './bucket.ts';

beforeAll(openBucket);
afterAll(closeBucket);

test('a function has its uploads checked and published by a worker', async () => {
  const site = await startFunction(undefined, variables);
  site.worker();
  const admin = await makeUser(site.database, { role: 'administrator' });
  const bytes = await picture(700, 500).jpeg().toBuffer();
  const json = { kind: 'post', name: 'a.jpg', type: 'image/jpeg', size: bytes.length };
  const asked = await site.call('POST /api/upload', { json, as: admin });
  const { url, method, headers, publicUrl } = asked.body as UploadTarget;
  const sent = await fetch(url, { method, headers, body: new Uint8Array(bytes) });
  expect(sent.status).toBe(200);
  // A busy machine may decode for longer than a call waits, which then says 503.
  const { status, body } = await vi.waitFor(
    async () => {
      const call = { json: { publicUrl }, as: admin };
      const answer = await site.call('POST /api/upload/complete', call);
      expect(answer.status).not.toBe(503);
      return answer;
    },
    { timeout: 60_000, interval: 500 },
  );
  expect([status, body]).toEqual([200, { success: true, publicUrl, width: 700, height: 500 }]);
  for (const address of [publicUrl, publicUrl.replace('.jpg', '-480.avif')]) {
    expect((await fetch(address)).status).toBe(200);
  }
  expect(await incoming(publicUrl)).toBeUndefined();
});
