import { z } from 'zod';
import { countUsers, listUsers } from '../../db/queries/users.ts';
import type { UserList } from '../contract/users.ts';
import { lastMonth, paging } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { toListedUser } from './serialize.ts';

/** `searchTerm`: the start of a username or email. */
export const userQuery = z.object({ ...paging(), searchTerm: z.string().trim().optional() });

export async function listAccounts(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { searchTerm, ...page }: z.output<typeof userQuery>,
): Promise<UserList> {
  const db = database.read;
  return {
    users: (await listUsers(db, page, searchTerm)).map((row) => toListedUser(row, env)),
    totalUsers: await countUsers(db, undefined, searchTerm),
    lastMonthUsers: await countUsers(db, lastMonth(now()), searchTerm),
  };
}
