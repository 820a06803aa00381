import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { endCodes, insertToken, newestTokenTime, type TokenKind } from '../../db/queries/tokens.ts';
import type { Services } from '../services.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a mailed link works. */
export const TOKEN_LIFETIME_MS: Record<TokenKind, number> = {
  'reset-password': 30 * MINUTE_MS,
  'verify-email': 24 * HOUR_MS,
  'undo-email-change': 7 * 24 * HOUR_MS,
};

/** The page that a link opens. Only its button uses up the token. */
const PAGES: Record<TokenKind | 'sign-in-link' | 'invitation', string> = {
  'reset-password': '/reset-password',
  'verify-email': '/verify-email',
  'undo-email-change': '/undo-email-change',
  'sign-in-link': '/email-link',
  invitation: '/invitation',
};

interface NewToken {
  kind: TokenKind;
  userId: string;
  /** The address that the link is sent to, and proves. Empty if nothing is sent. */
  email: string;
  /** The hash of a code for another device. Ends earlier codes of this kind. */
  codeHash?: string | undefined;
}

/** The database stores only hashes, so a stolen copy opens nothing. */
export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Issues a token in the transaction that sends it. Returns the secret for the link. */
export async function issueToken(
  tx: Db,
  { now }: Pick<Services, 'now'>,
  { kind, userId, email, codeHash }: NewToken,
): Promise<string> {
  const secret = newSecret();
  // Keep the tokens of a user and kind in order, even if the clocks of two nodes differ: an older
  // link that undoes an email change ends newer ones.
  const newest = await newestTokenTime(tx, userId, kind);
  const createdAt = new Date(Math.max(now().getTime(), (newest?.getTime() ?? 0) + 1));
  const expiresAt = new Date(now().getTime() + TOKEN_LIFETIME_MS[kind]);
  if (codeHash !== undefined) await endCodes(tx, userId, kind);
  const idHash = hashToken(secret);
  await insertToken(tx, { idHash, kind, userId, email, codeHash, createdAt, expiresAt });
  return secret;
}

/** Six random digits. They're guessable, so they expire after a few wrong tries. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Returns the address of the page that a token opens. */
export function tokenUrl(siteUrl: string, kind: keyof typeof PAGES, secret: string): string {
  return `${siteUrl}${PAGES[kind]}?token=${encodeURIComponent(secret)}`;
}
