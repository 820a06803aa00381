import { asc } from 'drizzle-orm';
import { mail } from '../../../db/schema.ts';
import { type TestApp, type TestAppOptions, testApp } from '../../support/app.ts';

/** A site that sends mail. Nothing is delivered: tests look into the queue. */
export const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Inkwell <noreply@example.com>' };

export function mailApp({ env, ...options }: TestAppOptions = {}): Promise<TestApp> {
  return testApp({ ...options, env: { ...MAIL, ...env } });
}

/** Returns the queue, oldest first. */
export async function queueOf({ database }: Pick<TestApp, 'database'>) {
  const rows = await database.read.select().from(mail).orderBy(asc(mail.createdAt));
  return rows.map((row) => ({
    kind: row.kind,
    to: row.to,
    // What the mail says, as far as it has it.
    ...(JSON.parse(row.payload || '{}') as { token?: string; code?: string; username?: string }),
  }));
}

/** Returns the newest mail of a kind. */
export async function lastMail(app: Pick<TestApp, 'database'>, kind: string) {
  const found = (await queueOf(app)).findLast((row) => row.kind === kind);
  if (found === undefined) throw new Error(`There is no mail "${kind}"`);
  return { code: '', token: '', ...found };
}
