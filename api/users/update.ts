import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import { endTokens } from '../../db/queries/tokens.ts';
import {
  defaultAvatar,
  isGeneratedAvatar,
  type UserChanges,
  type UserRow,
  updateUser,
} from '../../db/queries/users.ts';
import { currentPassword } from '../access/current-password.ts';
import { hashSessionId } from '../access/lucia.ts';
import { type Caller, requireFresh, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { BadRequestError, UnauthorizedError } from '../errors.ts';
import { notifyPasswordChanged } from '../mail/notices.ts';
import { requireNotBreached } from '../passwords/breached-passwords.ts';
import { hashForUser } from '../passwords/hashing-queue.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { newPassword, requireNoOwnNames } from '../passwords/password-rules.ts';
import { createLimiter, returnPoint, takePoint } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { siteName } from '../site/read-site.ts';
import { requireOwnPicture } from '../uploads/uploads.ts';
import { refreshAuthorPages } from './author-pages.ts';
import { announceEmailChange, emailChanges, takeEmailChange } from './change-email.ts';
import {
  bio,
  email,
  links,
  newUsername,
  profilePicture,
  requireFreeName,
  username,
} from './rules.ts';
import { requireUnique } from './uniqueness.ts';

/** The fields that users can change in their own account. Others are ignored. */
export const accountChanges = z.object({
  username: username.optional(),
  email: email.optional(),
  password: newPassword.optional(),
  profilePicture: profilePicture.optional(),
  bio: bio.optional(),
  links: links.optional(),
  /** `null` cancels a pending change of the email. */
  pendingEmail: z.null().optional().catch(undefined),
  currentPassword,
});

type AccountChanges = Omit<z.output<typeof accountChanges>, 'currentPassword'>;

/**
 * Changes the caller's account and returns the new row. A new password ends the user's other
 * sessions. A new email is pending until it's proven or, if the site sends no mail, is unverified.
 * Both require a fresh session.
 */
export async function updateAccount(
  services: Services,
  caller: Caller,
  { password, ...input }: AccountChanges,
): Promise<UserRow> {
  const { database, env, now } = services;
  const { user } = caller;
  const changesEmail = ({ email }: UserRow) => input.email !== undefined && input.email !== email;
  const fresh = (row: UserRow) => password !== undefined || changesEmail(row);
  // An early check, before lookups and hashing. `writeAs` checks again.
  if (fresh(user)) requireFresh(services, caller.session);
  requireAllowed(user, { password, ...input }, await siteName(database.read));
  if (input.email !== undefined && changesEmail(user)) {
    await requireUnusedEmail(services, input.email, user.id);
    await takeEmailChange(services, user.id);
  }
  await requireUnique(database.read, { username: input.username }, user.id);
  const passwordHash = password === undefined ? {} : await hashFor(services, user.id, password);
  return await writeAs(services, caller, { fresh }, async (tx, current) => {
    await requireUnique(tx, input, current.id);
    const { email, ...others } = input;
    const changes: UserChanges = {
      ...others,
      ...avatarChange(current, input),
      ...passwordHash,
      ...(changesEmail(current) && emailChanges(services, email)),
    };
    if (input.profilePicture !== undefined) {
      changes.profilePicture = await requireOwnPicture(tx, env, current, input.profilePicture);
    }
    if (Object.keys(changes).length === 0) return current;
    const changed = await updateUser(tx, current.id, changes, now());
    if (!changed) throw new UnauthorizedError();
    await auditChanges(tx, services, caller, { before: current, after: changed });
    if (password !== undefined) {
      await deleteUserSessions(tx, current.id, hashSessionId(caller.session.id));
      await endTokens(tx, current.id, { kinds: ['reset-password'], usedAt: now() });
      await notifyPasswordChanged(tx, services, current);
    }
    await announceEmailChange(tx, services, { before: current, after: changed });
    await refreshPages(tx, { before: current, after: changed }, now());
    return changed;
  });
}

const SHOWN = ['username', 'profilePicture', 'bio', 'links'] as const;

/** If a byline or the author's page has changed, queues the posts for rendering. */
async function refreshPages(
  tx: Db,
  { before, after }: { before: UserRow; after: UserRow },
  now: Date,
): Promise<void> {
  const shown = (row: UserRow) => JSON.stringify(SHOWN.map((field) => row[field]));
  if (shown(before) === shown(after)) return;
  await refreshAuthorPages(tx, after.id, now);
}

/** The audit log has no emails: those of deleted users must not stay. */
async function auditChanges(
  tx: Db,
  services: Services,
  caller: Caller,
  { before, after }: { before: UserRow; after: UserRow },
): Promise<void> {
  const subject = after.id;
  const hasNewEmail = after.email !== before.email || after.pendingEmail !== before.pendingEmail;
  await Promise.all([
    after.passwordHash !== before.passwordHash &&
      auditAs(tx, services, caller, { action: 'user.password', subject }),
    hasNewEmail &&
      auditAs(tx, services, caller, {
        action: 'user.email',
        subject,
        details: { pending: after.pendingEmail !== null },
      }),
  ]);
}

/** Revealing that an email is taken costs a point. If the email is free, the point is returned. */
async function requireUnusedEmail(services: Services, email: string, userId: string) {
  const limiter = createLimiter(services, 'emailTaken');
  await takePoint(limiter, userId, 'Too many attempts to use a taken email');
  await requireUnique(services.database.read, { email }, userId);
  await returnPoint(limiter, userId);
}

async function hashFor(services: Services, userId: string, password: string) {
  return await hashForUser(userId, async () => {
    await takePoint(createLimiter(services, 'passwordChange'), userId, 'Too many password changes');
    await requireNotBreached(services, password);
    return { passwordHash: await hashPassword(password), passwordFromMail: false };
  });
}

/** Throws a BadRequestError. The account's current username may break newer rules. */
function requireAllowed(
  user: UserRow,
  { username, email, password }: AccountChanges,
  siteName: string,
): void {
  if (username !== undefined && username.toLowerCase() !== user.username.toLowerCase()) {
    const parsed = newUsername.safeParse(username);
    if (!parsed.success) throw new BadRequestError(parsed.error.issues[0]?.message ?? '');
    requireFreeName(username, siteName);
  }
  if (password !== undefined) {
    const names = { username: username ?? user.username, email: email ?? user.email, siteName };
    requireNoOwnNames(password, names);
  }
}

/** A generated avatar changes with the username. */
function avatarChange(current: UserRow, { username, profilePicture }: AccountChanges) {
  const isGenerated = isGeneratedAvatar(current.profilePicture);
  const follows = username !== undefined && profilePicture === undefined && isGenerated;
  return follows ? { profilePicture: defaultAvatar(username) } : {};
}
