import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import {
  countOpenInvitations,
  deleteInvitation,
  type InvitationRow,
  type Invitation as InvitationWithInviter,
  listOpenInvitations,
  putInvitation,
  renewInvitation,
} from '../../db/queries/invitations.ts';
import { deleteStrayMail } from '../../db/queries/mail.ts';
import { findUserByEmail, type UserRow } from '../../db/queries/users.ts';
import { storedEmail } from '../../db/stored-email.ts';
import { currentPassword } from '../access/current-password.ts';
import { requireVerb } from '../access/permissions.ts';
import { requireNotSuspended } from '../access/suspension.ts';
import { type Caller, type WriteRules, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { visibleLine } from '../content/invisible.ts';
import {
  INVITED_ROLES,
  type Invitation,
  type InvitationSent,
  MAX_INVITATION_MESSAGE,
} from '../contract/invitations.ts';
import { ApiError, ConflictError, NotFoundError } from '../errors.ts';
import { queueMail } from '../mail/queue.ts';
import type { Services } from '../services.ts';
import { hashToken, newSecret, tokenUrl } from '../tokens/issue.ts';
import { email, filledIn } from './rules.ts';
import { requireUnique } from './uniqueness.ts';

/** Long enough for someone on vacation. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;
/** All fit on one screen, and a stolen session can't invite thousands. */
const MAX_OPEN = 100;

const ROLE_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  INVITED_ROLES.map((role) => `"${role}"`),
);

const message = z
  .string('Message must be text.')
  .transform(visibleLine)
  .pipe(
    z
      .string()
      .max(
        MAX_INVITATION_MESSAGE,
        `Message must have at most ${MAX_INVITATION_MESSAGE} characters.`,
      ),
  )
  .default('');

export const invitationInput = filledIn({ email }, 'Please enter an email.').and(
  z.object({
    role: z.enum(INVITED_ROLES, `role must be ${ROLE_NAMES}.`),
    message,
    currentPassword,
  }),
);

const RULES = {
  verb: 'user.invite',
  fresh: true,
  limit: { name: 'invite', what: 'Too many invitations' },
} as const satisfies WriteRules;

type Needs = Pick<Services, 'database' | 'env' | 'now' | 'limits' | 'mailer'>;

/**
 * Invites someone on behalf of an administrator, and mails the link. Without mail, the answer has
 * the link. It replaces an earlier invitation to the address. Throws a ConflictError if the address
 * has an account.
 */
export async function invite(
  services: Needs,
  caller: Caller,
  { email: address, role, message: words }: z.output<typeof invitationInput>,
): Promise<InvitationSent> {
  return await writeAs(services, caller, RULES, async (tx, inviter) => {
    const to = storedEmail(address);
    await requireNoAccount(tx, to);
    if ((await countOpenInvitations(tx)) >= MAX_OPEN) {
      throw new ConflictError(`There are ${MAX_OPEN} open invitations. Cancel some of them first.`);
    }
    const link = newLink(services, inviter);
    const row = await putInvitation(tx, { ...link.columns, email: to, role, message: words });
    const entry = { action: 'user.invite', subject: row.id, details: { role } } as const;
    await auditAs(tx, services, caller, entry);
    return await send(tx, services, { row, inviter, secret: link.secret });
  });
}

/** Sends a new link, which replaces the old one. The caller becomes the inviter. */
export async function inviteAgain(
  services: Needs,
  caller: Caller,
  id: string,
): Promise<InvitationSent> {
  return await writeAs(services, caller, RULES, async (tx, inviter) => {
    const link = newLink(services, inviter);
    const row = await renewInvitation(tx, id, link.columns);
    if (row === undefined) throw noInvitation();
    await requireNoAccount(tx, row.email);
    const details = { role: row.role };
    await auditAs(tx, services, caller, { action: 'user.invite', subject: id, details });
    return await send(tx, services, { row, inviter, secret: link.secret });
  });
}

/** Deletes an invitation, so its link no longer works. Deletes the mail if it wasn't sent yet. */
export async function cancelInvitation(services: Needs, caller: Caller, id: string): Promise<void> {
  await writeAs(services, caller, { verb: 'user.invite' }, async (tx) => {
    const row = await deleteInvitation(tx, id);
    if (row === undefined) throw noInvitation();
    await deleteStrayMail(tx, [row.email]);
    await auditAs(tx, services, caller, { action: 'user.uninvite', subject: id });
  });
}

/** Returns the open invitations, newest first. */
export async function listInvitations({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<{ invitations: Invitation[] }> {
  const rows = await listOpenInvitations(database.read);
  return { invitations: rows.map((row) => toInvitation(row, now())) };
}

/**
 * Returns whether the administrator who sent an invitation may still do so: one who lost the role
 * or was suspended gives no one a role anymore.
 */
export function isStillBacked(
  { inviter, lacksSecondFactor }: Omit<InvitationWithInviter, 'invitation'>,
  now: Date,
): boolean {
  try {
    requireNotSuspended(inviter, now);
    requireVerb('user.invite', { user: inviter, lacksSecondFactor });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const noInvitation = () =>
  new NotFoundError('There is no such invitation. It may have been accepted.');

async function requireNoAccount(tx: Db, to: string): Promise<void> {
  const user = await findUserByEmail(tx, to);
  if (user) {
    throw new ConflictError(
      `${user.username} has an account with this email. Change their role instead.`,
    );
  }
  await requireUnique(tx, { email: to });
}

function newLink({ env, now }: Needs, { id: userId }: UserRow) {
  const secret = newSecret();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const isMailed = env.mail !== undefined;
  return { secret, columns: { idHash: hashToken(secret), userId, isMailed, createdAt, expiresAt } };
}

async function send(
  tx: Db,
  services: Needs,
  { row, inviter, secret }: { row: InvitationRow; inviter: UserRow; secret: string },
): Promise<InvitationSent> {
  const { email: to, role, message: words } = row;
  const payload = { token: secret, invitedBy: inviter.username, role, message: words };
  await queueMail(tx, services, { kind: 'invitation', to, payload });
  const backed = { invitation: row, inviter, lacksSecondFactor: false };
  const invitation = toInvitation(backed, services.now());
  const link = tokenUrl(services.env.siteUrl, 'invitation', secret);
  return row.isMailed ? { invitation } : { invitation, link };
}

function toInvitation(backed: InvitationWithInviter, now: Date): Invitation {
  const { id, email: to, role, createdAt, expiresAt } = backed.invitation;
  return {
    _id: id,
    email: to,
    role,
    invitedBy: backed.inviter.username,
    isUsable: expiresAt > now && isStillBacked(backed, now),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
