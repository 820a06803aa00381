import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { figure, tally } from '../support/tally.ts';
import { call, newAccount, UNLIMITED, upload, type Visitor, visit } from './support/site.ts';

const attack = tally();
const run = promisify(execFile);
const USER_COMMAND = fileURLToPath(new URL('../../scripts/user.ts', import.meta.url));
const ROUNDS = isFullRun ? 5 : 1;
const PLACES = 20;

let server: RunningServer;
let member: Visitor;

beforeAll(async () => {
  server = await startServer({ env: UNLIMITED });
  const account = newAccount();
  await call(server.url, 'POST', '/api/auth/signup', { json: account });
  member = await visit(server, account);
});

afterAll(() => server.stop());

async function placeOf(visitor: Visitor): Promise<{ url: string; publicUrl: string }> {
  const json = { kind: 'profile', name: 'a.png', type: 'image/png', size: 1000 };
  const { status, text } = await visitor.call('POST', '/api/upload', json);
  expect(status, text).toBe(201);
  return JSON.parse(text) as { url: string; publicUrl: string };
}

async function send(visitor: Visitor, path: string, bytes: Buffer): Promise<number> {
  const answer = await fetch(server.url + path, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png', Cookie: visitor.cookie },
    body: new Uint8Array(bytes),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/**
 * The largest allowed profile picture, truncated near its end so that decoding fails as late as
 * possible.
 */
async function damaged(): Promise<Buffer> {
  const pixels = sharp({
    create: { width: 4000, height: 3990, channels: 3, background: '#c2410c' },
  });
  const whole = await pixels.png({ compressionLevel: 1 }).toBuffer();
  return whole.subarray(0, whole.length - 1000);
}

it(`a valid upload waits for only a few of another user's ${PLACES} damaged pictures`, {
  tags: 'long',
}, async () => {
  const admin = await visit(server);
  const bytes = await damaged();
  await upload(server.url, admin);
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await attack(
      'damaged pictures that delay another user’s upload',
      async () => {
        const places = await Promise.all(Array.from({ length: PLACES }, () => placeOf(member)));
        const ended: number[] = [];
        const attacks = places.map(async ({ url }) => {
          ended.push(await send(member, url, bytes));
        });
        // At first, only the attack uses the queue.
        await new Promise((wait) => setTimeout(wait, 300));
        const started = performance.now();
        const honest = await upload(server.url, admin);
        waits.push(performance.now() - started);
        expect(honest.status, honest.text).toBe(201);
        expect(ended.filter((status) => status === 400).length).toBeLessThanOrEqual(6);
        await Promise.all(attacks);
        expect(ended.every((status) => status === 400 || status === 429)).toBe(true);
      },
      PLACES,
    );
  }
  figure(
    `Valid upload next to ${PLACES} damaged pictures, longest of ${ROUNDS}`,
    `${(Math.max(...waits) / 1000).toFixed(1)} s`,
  );
});

it("a deleted user's picture is gone at once, even when another process deletes the user", () =>
  attack('pictures that remain after their owner is deleted', async () => {
    const good = await sharp({
      create: { width: 200, height: 200, channels: 3, background: '#888' },
    })
      .png()
      .toBuffer();
    const place = await placeOf(member);
    expect(await send(member, place.url, good)).toBe(201);
    const saved = await member.call('PUT', `/api/user/update/${member.userId}`, {
      profilePicture: place.publicUrl,
    });
    expect(saved.status, saved.text).toBe(200);
    const addresses = [place.publicUrl, place.publicUrl.replace('.png', '-96.avif')];
    for (const address of [...addresses, ...addresses]) {
      expect((await call(server.url, 'GET', address)).status).toBe(200);
    }
    const { email } = JSON.parse(saved.text) as { email: string };
    await run(process.execPath, [USER_COMMAND, 'delete', email], {
      env: { ...process.env, DATA_DIR: server.dataDir },
    });
    for (const address of addresses) {
      expect((await call(server.url, 'GET', address)).status, address).toBe(404);
    }
  }));
