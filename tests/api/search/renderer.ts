/** Stands in for the built renderer in the indexer's process: gives the entries of a database. */
import { openDatabase } from '../../../db/client.ts';
import { listPostsWithin, type PostRange } from '../../../db/queries/search.ts';
import { entryOf } from './support.ts';

export async function searchEntries(range: PostRange) {
  const database = await openDatabase(process.env.DATABASE_URL ?? '', { readOnly: true });
  return (await listPostsWithin(database.read, range)).map(entryOf);
}
