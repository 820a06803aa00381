import { existsSync } from 'node:fs';
import { openDatabase } from '../../db/client.ts';
import { findUserByEmail, findUserByUsername } from '../../db/queries/users.ts';
import { requireUsable } from '../../db/release.ts';
import { databaseFile } from '../../db/url.ts';
import { CommandError } from '../terminal.ts';
import type { SourceContext } from './source.ts';

type Accounts = Pick<SourceContext, 'author' | 'accountOf'>;

/**
 * Calls `work` with the accounts of this site. Throws a CommandError if there's no account with the
 * username `author`.
 */
export async function withAccounts(
  databaseUrl: string,
  { author: username, merge }: { author: string | undefined; merge: boolean },
  work: (accounts: Accounts) => Promise<void>,
): Promise<void> {
  const missing = `There is no account with the username "${username}" here.`;
  const file = databaseFile(databaseUrl);
  if (file !== undefined && !existsSync(file)) {
    if (username !== undefined) throw new CommandError(missing);
    return await work({ author: undefined, accountOf: async () => undefined });
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
    });
  } finally {
    await database.close();
  }
}
