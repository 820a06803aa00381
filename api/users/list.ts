import { z } from 'zod';
import {
  countMatchingUsers,
  countUsers,
  listMatchingUsers,
  listUsers,
} from '../../db/queries/users.ts';
import type { UserList } from '../contract/users.ts';
import { lastMonth, paging } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { toListedUser } from './serialize.ts';

/** `searchTerm`: the start of a username or email. */
export const userQuery = z.object({ ...paging(), searchTerm: z.string().trim().optional() });

/** Lists accounts, newest first, for administrators. */
export async function listAccounts(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { searchTerm, ...page }: z.output<typeof userQuery>,
): Promise<UserList> {
  const db = database.read;
  const since = lastMonth(now());
  const [rows, totalUsers, lastMonthUsers] = searchTerm
    ? await Promise.all([
        listMatchingUsers(db, searchTerm, page),
        countMatchingUsers(db, searchTerm),
        countMatchingUsers(db, searchTerm, since),
      ])
    : await Promise.all([listUsers(db, page), countUsers(db), countUsers(db, since)]);
  return { users: rows.map((row) => toListedUser(row, env)), totalUsers, lastMonthUsers };
}
