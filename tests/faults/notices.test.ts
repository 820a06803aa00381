// @module-tag long
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { insertUser } from '../../db/queries/users.ts';
import { commentFollows, mail, users } from '../../db/schema.ts';
import { freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { expectWithin } from '../support/timing.ts';
import { article, call, until, visit } from './support/site.ts';

const ROUNDS = isFullRun ? 20 : 3;
/** More than can be sent in one round. */
const FOLLOWERS = ROUNDS * 4 + 10;
const WAITING = isFullRun ? 10_000 : 1_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-notices-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

const start = (mails: Pick<MailServer, 'url'>, name: string, port: number) =>
  startServer({
    dataDir: join(folder, name),
    port,
    env: { SMTP_URL: mails.url, MAIL_FROM: 'Inkwell <noreply@example.com>' },
  });

/** Creates members who follow a post, and want mail at once. Returns their emails. */
async function createFollowers(dataDir: string, postId: string, count: number): Promise<string[]> {
  const database = await openDatabase(`file:${dataDir}/blog.db`);
  const at = new Date();
  const emails = await database.transaction(async (tx) => {
    const made: string[] = [];
    for (let n = 0; n < count; n++) {
      const { id, email } = await insertUser(tx, {
        username: `follower-${n}`,
        email: `follower-${n}@example.com`,
        emailVerified: true,
        notify: { comment: 'now' },
        createdAt: at,
        updatedAt: at,
      });
      await tx.insert(commentFollows).values({ postId, userId: id, follows: true });
      made.push(email);
    }
    return made;
  });
  await database.close();
  return emails;
}

/** Publishes a post. Returns its id, and a function that comments on it as its author. */
async function publish(site: RunningServer) {
  const admin = await visit(site);
  const { text } = await admin.call('POST', '/api/post/create', article());
  const { _id: postId } = JSON.parse(text) as { _id: string };
  const comment = async () => {
    const json = { postId, userId: admin.userId, content: 'A comment for everyone' };
    expect((await admin.call('POST', '/api/comment/create', json)).status).toBe(201);
  };
  return { postId, comment };
}

it('a kill loses no notice, and sends none twice but the one in flight', async () => {
  let victim = Promise.withResolvers<RunningServer>();
  let killed = Promise.withResolvers<void>();
  let isArmed = false;
  const mails = await startMailServer({
    // The mail is complete, but the sender hasn't heard so.
    async onMail() {
      const { kill } = await victim.promise;
      if (!isArmed) return;
      isArmed = false;
      setTimeout(() => void kill('SIGKILL').then(() => killed.resolve()), randomInt(15));
    },
  });
  const port = await freePort();
  const first = await start(mails, 'killed', port);
  const { postId, comment } = await publish(first);
  const emails = await createFollowers(first.dataDir, postId, FOLLOWERS);
  await comment();
  let site = first;
  for (let round = 0; round < ROUNDS; round++) {
    isArmed = true;
    victim.resolve(site);
    await killed.promise;
    victim = Promise.withResolvers();
    killed = Promise.withResolvers();
    site = await start(mails, 'killed', port);
  }
  victim.resolve(site);
  const sentTo = (email: string) => mails.received.filter(({ to }) => to.includes(email));
  await until(async () => emails.every((email) => sentTo(email).length > 0));
  await site.stop();
  await mails.stop();
  const duplicates = mails.received.length - emails.length;
  console.log(`${emails.length} notices, ${ROUNDS} kills, ${duplicates} duplicates`);
  expect(duplicates).toBeLessThanOrEqual(ROUNDS);
  // A duplicate is the same mail again, not another one about the same comment.
  for (const email of emails) {
    expect(new Set(sentTo(email).map(({ messageId }) => messageId)).size).toBe(1);
  }
});

it(`${WAITING} queued notices delay a password reset by less than 2 s`, async () => {
  const mails = await startMailServer({
    // So that most are still waiting when the reset is asked for.
    onMail: ({ subject }) =>
      /commented/.test(subject) ? new Promise((wait) => setTimeout(wait, 20)) : undefined,
  });
  const site = await start(mails, 'busy', await freePort());
  const { postId, comment } = await publish(site);
  const emails = await createFollowers(site.dataDir, postId, WAITING);
  await comment();
  await until(async () => mails.received.length > 20);
  const askedAt = performance.now();
  const [email = ''] = emails;
  await call(site.url, 'POST', '/api/auth/forgot-password', { json: { email } });
  await mails.wait(email, /^Reset your/);
  const tookMs = performance.now() - askedAt;
  const database = await openDatabase(`file:${site.dataDir}/blog.db`);
  const left = await database.read.$count(
    users,
    sql`${users.email} like 'follower-%' and
    not exists (select 1 from ${mail} where ${mail.to} = ${users.email} and ${mail.state} = 'sent')`,
  );
  await database.close();
  await site.stop();
  await mails.stop();
  console.log(`reset after ${Math.round(tookMs)} ms, ${left} notices still waiting`);
  expect(left).toBeGreaterThan(0);
  expectWithin(tookMs, 2_000);
});
