import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../db/queries/audit.ts';
import { deleteTotp } from '../../db/queries/second-factor.ts';
import {
  countAdmins,
  findAdminWithoutSignIn,
  findUserByEmail,
  insertUser,
  setFirstPassword,
  updateUser,
} from '../../db/queries/users.ts';
import { expelEveryone } from '../access/expel.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import type { Services } from '../services.ts';
import { offerFirstStart } from '../settings/first-start.ts';
import { freeUsername } from '../users/uniqueness.ts';
import { allProviders } from './providers/settings.ts';

const DEFAULT_EMAIL = 'admin@example.com';
const DEFAULT_USERNAME = 'admin';

type Options = Pick<Services, 'env' | 'database' | 'now'>;

/** A generated sign-in, shown once on the terminal. */
export interface FirstSignIn {
  email: string;
  password: string;
}

/**
 * Ensures that there is an administrator. If there is none, promotes or creates the account of
 * `ADMIN_EMAIL`. With `ADMIN_PASSWORD`, an existing account gets this password and loses every
 * other way to sign in, because the person who registered it may not be the owner. Without it, a
 * new account has no password until `createFirstPassword`.
 */
export async function ensureAdmin({ env, database, now }: Options): Promise<void> {
  if ((await countAdmins(database.read)) > 0) return;
  const { email = DEFAULT_EMAIL, username = DEFAULT_USERNAME, password } = env.admin;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const at = now();
  await database.transaction(async (tx) => {
    // Another process may have created one in the meantime.
    if ((await countAdmins(tx)) > 0) return;
    const existing = await findUserByEmail(tx, email);
    if (!existing) {
      const name = await freeUsername(tx, username);
      const account = { username: name, email, passwordHash, role: 'administrator' as const };
      const { id } = await insertUser(tx, { ...account, createdAt: at, updatedAt: at });
      await offerFirstStart(tx, id);
      return;
    }
    const isChosen = env.admin.email !== undefined && password === undefined;
    const keepsPassword = isChosen && existing.passwordHash !== null;
    const { id, role: from } = existing;
    if (!keepsPassword) {
      await expelEveryone(tx, id, at);
      await deleteTotp(tx, id);
    }
    const changes = { role: 'administrator', suspendedUntil: null, suspendedReason: '' } as const;
    await updateUser(tx, id, { ...changes, ...(!keepsPassword && { passwordHash }) }, at);
    const details = { from, to: changes.role };
    await recordAudit(tx, { actor: 'system', action: 'user.role', subject: id, details, at });
  });
}

/**
 * Generates and returns a password if no administrator has a way to sign in. Call it just before
 * printing it: if the server is killed before that, the account has no password, and the next start
 * generates one. If several processes do this at once, only the one that stored its password
 * returns it.
 */
export async function createFirstPassword({
  env,
  database,
  now,
}: Options): Promise<FirstSignIn | null> {
  const issuers = allProviders(env).map(({ issuer }) => issuer);
  const admin = await findAdminWithoutSignIn(database.read, issuers);
  if (!admin) return null;
  const password = randomBytes(16).toString('base64url');
  const passwordHash = await hashPassword(password);
  const isOurs = await database.transaction((tx) =>
    setFirstPassword(tx, admin.id, passwordHash, now()),
  );
  return isOurs ? { email: admin.email, password } : null;
}
