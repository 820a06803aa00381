import { countMail, listMail, type MailRow } from '../../db/queries/mail.ts';
import { type Caller, writeAs } from '../access/write.ts';
import type { MailStatus, QueuedMail } from '../contract/mail.ts';
import { NoMailError } from '../errors.ts';
import { createLimiter, takePointWithin } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { queueMail } from './queue.ts';

const SHOWN = 10;

export async function mailStatus({
  database: { read },
  env: { mail },
}: Pick<Services, 'database' | 'env'>): Promise<MailStatus> {
  const [counts, recent, problems] = await Promise.all([
    countMail(read),
    listMail(read, { limit: SHOWN }),
    listMail(read, { limit: SHOWN, onlyErrors: true }),
  ]);
  return {
    server: mail ? { host: new URL(mail.smtpUrl).host, from: mail.from.address } : null,
    counts,
    recent: recent.map(toQueuedMail),
    problems: problems.map(toQueuedMail),
  };
}

function toQueuedMail(row: Omit<MailRow, 'payload'>): QueuedMail {
  return {
    _id: row.id,
    kind: row.kind,
    to: row.to,
    state: row.state,
    attempts: row.attempts,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    nextAttemptAt: row.state === 'queued' ? row.notBefore.toISOString() : null,
  };
}

/** Queues a test message to the administrator. Returns the address. */
export async function sendTestMail(services: Services, caller: Caller): Promise<string> {
  if (services.env.mail === undefined) throw new NoMailError();
  const limiter = createLimiter(services, 'mailDay');
  const written = await writeAs(services, caller, { verb: 'settings.change' }, async (tx, user) => {
    const refusal = await takePointWithin(tx, limiter, `test:${user.id}`, 'Too many test messages');
    if (refusal) return refusal;
    const payload = { username: user.username, at: services.now().toISOString() };
    await queueMail(tx, services, { kind: 'test', to: user.email, payload });
    return user.email;
  });
  if (typeof written !== 'string') throw written;
  return written;
}
