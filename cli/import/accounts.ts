import { existsSync } from 'node:fs';
import { openDatabase } from '../../db/client.ts';
import { findUserByEmail, findUserByUsername } from '../../db/queries/users.ts';
import { requireUsable } from '../../db/release.ts';
import { databaseFile } from '../../db/url.ts';
import { CommandError } from '../terminal.ts';
import { findPostAt } from './find-post.ts';
import type { SourceContext } from './source.ts';

type Here = Pick<SourceContext, 'author' | 'accountOf' | 'postAt'>;

/**
 * Calls `work` with access to accounts and posts here. Throws a CommandError if there's no account
 * with the username `author`.
 */
export async function withAccounts(
  databaseUrl: string,
  { author: username, merge }: { author: string | undefined; merge: boolean },
  work: (here: Here) => Promise<void>,
): Promise<void> {
  const missing = `There is no account with the username "${username}" here.`;
  const file = databaseFile(databaseUrl);
  if (file !== undefined && !existsSync(file)) {
    if (username !== undefined) throw new CommandError(missing);
    return await work({
      author: undefined,
      accountOf: async () => undefined,
      postAt: async () => undefined,
    });
  }
  const database = await openDatabase(databaseUrl);
  try {
    await requireUsable(database.read);
    const author =
      username === undefined ? undefined : await findUserByUsername(database.read, username);
    if (username !== undefined && !author) throw new CommandError(missing);
    await work({
      author,
      accountOf: async (email) => {
        const found = await findUserByEmail(database.read, email);
        return found && (merge || found.emailVerified || found.isAdmin) ? found : undefined;
      },
      postAt: (place) => findPostAt(database.read, place),
    });
  } finally {
    await database.close();
  }
}
