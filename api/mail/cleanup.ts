import { recordAudit } from '../../db/queries/audit.ts';
import { deleteInvitationsExpiredBefore } from '../../db/queries/invitations.ts';
import { deleteMailBefore, deleteStrayMail } from '../../db/queries/mail.ts';
import { deleteSignInLinksExpiredBefore } from '../../db/queries/sign-in-links.ts';
import { deleteTokensExpiredBefore } from '../../db/queries/tokens.ts';
import { deleteUnusedAccounts } from '../../db/queries/unused-accounts.ts';
import type { Services } from '../services.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough for a page to say that a link was used or has expired. */
const TOKENS_MS = 7 * DAY_MS;
/** Longer than `UNUSED_MS`: the queue shows who was asked to confirm. */
const MAIL_MS = 60 * DAY_MS;
/** Time for the owner of a new account to confirm the email, or to do anything. */
const UNUSED_MS = 30 * DAY_MS;

/**
 * Deletes old tokens and mail, mail to former addresses and, on a site with mail, accounts that
 * didn't confirm their email within 30 days and never did anything.
 */
export async function cleanUpMail({
  database,
  env,
  now,
}: Pick<Services, 'database' | 'env' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  await database.transaction(async (tx) => {
    if (env.mail !== undefined) {
      const deleted = await deleteUnusedAccounts(tx, {
        askedBefore: before(UNUSED_MS),
        now: now(),
      });
      const what = { actor: 'system', action: 'user.delete', details: { unused: true } } as const;
      const entries = deleted.map((subject) => ({ ...what, subject, at: now() }));
      if (entries.length > 0) await recordAudit(tx, entries);
    }
    await deleteTokensExpiredBefore(tx, before(TOKENS_MS));
    await deleteSignInLinksExpiredBefore(tx, before(TOKENS_MS));
    await deleteInvitationsExpiredBefore(tx, before(TOKENS_MS));
    await deleteMailBefore(tx, before(MAIL_MS));
    await deleteStrayMail(tx);
  });
}
