import { randomBytes } from 'node:crypto';
import { defaultAvatar } from '../../db/avatar.ts';
import type { Db } from '../../db/client.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import {
  countAdmins,
  findUserByEmail,
  findUserByUsername,
  insertUser,
  updateUser,
} from '../../db/queries/users.ts';
import type { Services } from '../services.ts';
import { hashPassword } from './passwords.ts';

const DEFAULT_EMAIL = 'admin@example.com';
const DEFAULT_USERNAME = 'admin';

/** What the terminal must show once, because nobody else knows it. */
export interface FirstSignIn {
  email: string;
  password: string;
}

/**
 * Makes sure that there is an administrator. When there is none, the account of `ADMIN_EMAIL` is promoted
 * (with `ADMIN_PASSWORD` it gets that password and its sessions end: who registered it first need not be
 * the owner) or, when there is no such account, made. Gives email and password when the password is one
 * that was made up here, to be shown once; otherwise null.
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
    const known = await findUserByEmail(tx, email);
    if (known) {
      const keepsPassword = env.admin.email !== undefined && env.admin.password === undefined;
      if (keepsPassword && known.passwordHash !== null) {
        await updateUser(tx, known.id, { isAdmin: true }, at);
        return null;
      }
      await deleteUserSessions(tx, known.id);
      await updateUser(tx, known.id, { isAdmin: true, passwordHash }, at);
    } else {
      const username = await freeUsername(tx, env.admin.username ?? DEFAULT_USERNAME);
      const profilePicture = defaultAvatar(username);
      const stamps = { createdAt: at, updatedAt: at };
      await insertUser(tx, {
        username,
        email,
        passwordHash,
        profilePicture,
        isAdmin: true,
        ...stamps,
      });
    }
    return env.admin.password === undefined ? { email, password } : null;
  });
}

/** The name itself or, when it is taken, `name-2`, `name-3`…, at most 30 characters. */
async function freeUsername(db: Db, name: string): Promise<string> {
  let candidate = name;
  for (let n = 2; await findUserByUsername(db, candidate); n++) {
    const suffix = `-${n}`;
    candidate = name.slice(0, 30 - suffix.length) + suffix;
  }
  return candidate;
}
