import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { median } from '../../bench/support/figures.ts';
import { freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { codeIn, type MailServer, startMailServer } from '../support/mail-server.ts';
import { expectWithin } from '../support/timing.ts';
import { call, newAccount, until } from './support/site.ts';

const ROUNDS = isFullRun ? 20 : 2;
const SAMPLES = isFullRun ? 50 : 6;
const FROM = 'Inkwell <noreply@example.com>';
const LIMITS = 'signUp=100000/60,mailAddress=100000/60,mail=3/3600';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-mail-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

const start = (mails: Pick<MailServer, 'url'>, name: string, port: number) =>
  startServer({
    dataDir: join(folder, name),
    port,
    env: { SMTP_URL: mails.url, MAIL_FROM: FROM, RATE_LIMITS: LIMITS },
  });

const forgot = (site: RunningServer, email: string) =>
  call(site.url, 'POST', '/api/auth/forgot-password', { json: { email } });

/** Creates accounts. Returns their emails. */
async function createAccounts(site: RunningServer, count: number): Promise<string[]> {
  const emails: string[] = [];
  for (let n = 0; n < count; n++) {
    const json = newAccount();
    expect((await call(site.url, 'POST', '/api/auth/signup', { json })).status).toBe(201);
    emails.push(json.email);
  }
  return emails;
}

it('a kill loses no mail, and sends at most the one in flight twice', async () => {
  const byId = new Map<string, number>();
  let site: RunningServer | undefined;
  let kill: (() => void) | undefined;
  const mails = await startMailServer({
    async onMail({ messageId }) {
      byId.set(messageId, (byId.get(messageId) ?? 0) + 1);
      // The mail is complete, but the sender hasn't heard so.
      kill?.();
    },
  });
  const port = await freePort();
  const asked: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const victim = await start(mails, 'killed', port);
    site = victim;
    let killed: Promise<unknown> | undefined;
    kill = () => {
      killed ??= new Promise((wait) => setTimeout(wait, randomInt(15))).then(() =>
        victim.kill('SIGKILL'),
      );
    };
    for (let n = 0; n < 5; n++) {
      const json = newAccount();
      const answer = await call(victim.url, 'POST', '/api/auth/signup', { json }).catch(() => null);
      if (answer?.status === 201) asked.push(json.email);
    }
    await until(async () => killed !== undefined);
    await killed;
  }
  kill = undefined;
  site = await start(mails, 'killed', port);
  await until(async () =>
    asked.every((email) => mails.received.some(({ to }) => to.includes(email))),
  );
  await site.stop();
  await mails.stop();
  const duplicates = [...byId.values()].reduce((sum, count) => sum + count - 1, 0);
  console.log(`${asked.length} mails, ${ROUNDS} kills, ${duplicates} duplicates`);
  expect(asked.length).toBeGreaterThan(0);
  // Each kill can hit one mail between its acceptance and the note of it.
  expect(duplicates).toBeLessThanOrEqual(ROUNDS);
});

it('known and unknown addresses get the same answer, and no answer waits for a mail', {
  tags: 'long',
}, async () => {
  const { promise: answered, resolve: letGo } = Promise.withResolvers<void>();
  const mails = await startMailServer({ onMail: () => answered });
  const site = await start(mails, 'steady', await freePort());
  const known = await createAccounts(site, SAMPLES);
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  for (const [n, email] of known.entries()) {
    const pair = [['known', email] as const, ['unknown', `not-${email}`] as const];
    // In turns, so that neither kind always comes first.
    for (const [kind, to] of n % 2 === 0 ? pair : pair.toReversed()) {
      const startedAt = performance.now();
      const { status, text, headers } = await forgot(site, to);
      times[kind].push(performance.now() - startedAt);
      answers.add(`${status} ${text} ${[...headers.keys()].sort()}`);
    }
  }
  expect(mails.received).toEqual([]);
  letGo();
  await mails.wait(known.at(-1) ?? '', /^Reset/);
  await site.stop();
  await mails.stop();
  expect(answers.size).toBe(1);
  const [a, b] = [median(times.known), median(times.unknown)];
  console.log(`median: known ${a.toFixed(1)} ms, unknown ${b.toFixed(1)} ms`);
  // The difference in work is about this much. A busy machine adds whole steps to both.
  expectWithin(Math.abs(a - b), 15);
});

const REQUESTS = isFullRun ? 10_000 : 300;

it(`${REQUESTS} requests for one address send three mails`, { tags: 'long' }, async () => {
  const mails = await startMailServer();
  const site = await start(mails, 'flood', await freePort());
  const [email = ''] = await createAccounts(site, 1);
  const statuses = new Map<number, number>();
  let left = REQUESTS;
  const ask = async () => {
    while (left-- > 0) {
      const { status } = await forgot(site, email);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 100 }, ask));
  await mails.wait(email, /^Reset/);
  const database = new SQLite(join(site.dataDir, 'blog.db'), { readonly: true });
  const { mailed } = database
    .prepare("select count(*) as mailed from mail where kind = 'reset-password'")
    .get() as { mailed: number };
  database.close();
  await site.stop();
  await mails.stop();
  console.log(`${REQUESTS} requests: ${JSON.stringify([...statuses])}`);
  expect(mailed).toBe(3);
  expect(mails.received.filter((mail) => codeIn(mail) !== '').length).toBeLessThanOrEqual(3);
});
