import { z } from 'zod';
import { countUsers, listUsers, USER_SORT_KEYS } from '../../db/queries/users.ts';
import { ROLES, type UserList } from '../contract/users.ts';
import { choice, lastMonth, paging, sorting } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { toListedUser } from './serialize.ts';

/** `searchTerm` is the start of a username or email. */
export const userQuery = z.object({
  ...paging(),
  ...sorting(USER_SORT_KEYS),
  searchTerm: z.string().trim().optional(),
  role: choice('role', ROLES),
});

/** Lists accounts, newest first by default, for administrators. */
export async function listAccounts(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { searchTerm, role, ...page }: z.output<typeof userQuery>,
): Promise<UserList> {
  const db = database.read;
  const filter = { prefix: searchTerm, role };
  return {
    users: (await listUsers(db, page, filter)).map((row) => toListedUser(row, env)),
    totalUsers: await countUsers(db, filter),
    lastMonthUsers: await countUsers(db, filter, lastMonth(now())),
  };
}
