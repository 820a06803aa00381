import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { figure, tally } from '../support/tally.ts';
import { cpuMs } from './support/cpu.ts';
import { call, newAccount, UNLIMITED } from './support/site.ts';

/** Samples of each kind. */
const SAMPLES = isFullRun ? 50 : 20;
const LIMITS = `${UNLIMITED.RATE_LIMITS},token=1000000/60,mailAddress=1000000/60,signInAccountAddress=1000000/60`;
const attempt = tally();
/** It tells the CPU time of a process. */
const isLinux = process.platform === 'linux';

let mail: MailServer;
let server: RunningServer;
let known: string[];

beforeAll(async () => {
  mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.com', RATE_LIMITS: LIMITS };
  server = await startServer({ env });
  known = [];
  for (let n = 0; n < SAMPLES; n++) {
    const json = newAccount();
    expect((await call(server.url, 'POST', '/api/auth/signup', { json })).status).toBe(201);
    known.push(json.email);
  }
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await mail?.stop();
});

/** Returns how often a value of `a` is greater than one of `b`: 0.5 if they don't differ. */
function overlap(a: number[], b: number[]): number {
  const wins = a.flatMap((x) => b.map((y) => (x > y ? 1 : x === y ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

/**
 * Makes one call for each known email and one for each unknown email, in turn. Compares the
 * answers and the work of the server. The full run compares the time of the calls, too.
 */
async function compare(what: string, path: string, bodyFor: (email: string) => object) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const work = { known: 0, unknown: 0 };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  // The first call of a path also compiles.
  await call(server.url, 'POST', path, { json: bodyFor('nobody@example.com') });
  for (const [n, email] of known.entries()) {
    const pair = [['known', email] as const, ['unknown', `not-${email}`] as const];
    for (const [kind, to] of n % 2 === 0 ? pair : pair.reverse()) {
      const startedAt = performance.now();
      const cpuBefore = await cpuMs(server.pid);
      const { status, text, headers } = await call(server.url, 'POST', path, { json: bodyFor(to) });
      times[kind].push(performance.now() - startedAt);
      work[kind] += (await cpuMs(server.pid)) - cpuBefore;
      answers[kind].add(`${status} ${text} ${[...headers.keys()].sort()}`);
    }
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[SAMPLES / 2]?.toFixed(1);
  const share = overlap(times.known, times.unknown);
  figure(
    `${what}: ${SAMPLES} known and ${SAMPLES} unknown emails`,
    `median ${median(times.known)} and ${median(times.unknown)} ms; known is slower in ${Math.round(share * 100)}%`,
  );
  expect(answers.known).toEqual(answers.unknown);
  expect(answers.known.size).toBe(1);
  // Without hashing, it would be a tenth.
  expect(work.known / work.unknown).toBeGreaterThan(0.4);
  expect(work.known / work.unknown).toBeLessThan(2.5);
  if (!isFullRun) return;
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.7);
}

it.runIf(isLinux)('a sign-in doesn’t tell whether there is an account', () =>
  attempt('accounts found by signing in', async () => {
    const password = 'not the right pass phrase';
    await compare('A sign-in', '/api/auth/signin', (email) => ({ email, password }));
  }),
);

it.runIf(isLinux)('a code doesn’t tell whether there is an account', { tags: 'long' }, () =>
  attempt('accounts found by entering codes', async () => {
    const body = { code: '000000', password: 'a brand new pass phrase' };
    const ask = (email: string) =>
      call(server.url, 'POST', '/api/auth/forgot-password', { json: { email } });
    await Promise.all(known.map(ask));
    await compare('A code', '/api/auth/reset-password', (email) => ({ email, ...body }));
  }),
);
