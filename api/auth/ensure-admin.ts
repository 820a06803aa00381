import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import { countAdmins, findUserByEmail, insertUser, updateUser } from '../../db/queries/users.ts';
import type { Services } from '../services.ts';
import { freeUsername } from '../users/uniqueness.ts';
import { hashPassword } from './password-hash.ts';

const DEFAULT_EMAIL = 'admin@example.com';
const DEFAULT_USERNAME = 'admin';

/** A generated sign-in, to be shown once on the terminal. */
export interface FirstSignIn {
  email: string;
  password: string;
}

/**
 * Ensures that there is an administrator. Without one, the account of `ADMIN_EMAIL` is promoted, or
 * created. With `ADMIN_PASSWORD`, an existing account gets that password and its sessions end,
 * because the person who registered it may not be the owner.
 *
 * @returns the sign-in when the password was generated here, otherwise null
 */
export async function ensureAdmin({
  env,
  database,
  now,
}: Pick<Services, 'env' | 'database' | 'now'>): Promise<FirstSignIn | null> {
  if ((await countAdmins(database.read)) > 0) return null;
  const email = env.admin.email ?? DEFAULT_EMAIL;
  const password = env.admin.password ?? randomBytes(16).toString('base64url');
  const passwordHash = await hashPassword(password);
  const at = now();
  return await database.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, email);
    if (existing) {
      const keepsPassword = env.admin.email !== undefined && env.admin.password === undefined;
      if (keepsPassword && existing.passwordHash !== null) {
        await updateUser(tx, existing.id, { isAdmin: true }, at);
        return null;
      }
      await deleteUserSessions(tx, existing.id);
      await updateUser(tx, existing.id, { isAdmin: true, passwordHash }, at);
    } else {
      const name = env.admin.username ?? DEFAULT_USERNAME;
      await insertAdmin(tx, { name, email, passwordHash, at });
    }
    return env.admin.password === undefined ? { email, password } : null;
  });
}

async function insertAdmin(
  tx: Db,
  {
    name,
    email,
    passwordHash,
    at,
  }: Record<'name' | 'email' | 'passwordHash', string> & { at: Date },
): Promise<void> {
  const username = await freeUsername(tx, name);
  await insertUser(tx, {
    username,
    email,
    passwordHash,
    isAdmin: true,
    createdAt: at,
    updatedAt: at,
  });
}
