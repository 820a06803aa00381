import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { listPosts } from '../../db/queries/posts.ts';
import { expectUpgraded, type Reader, recorded } from '../support/recorded.ts';
import { emptyDatabase } from './empty-database.ts';
import { query } from './server.ts';

const TABLES = `select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE'`;

function readerOf(url: string): Reader {
  return {
    tables: async () => (await query<{ name: string }>(url, TABLES)).map(({ name }) => name),
    async rows(table) {
      const rows = `select to_jsonb(t) as row from "${table}" t`;
      return (await query<{ row: Record<string, unknown> }>(url, rows)).map(({ row }) => row);
    },
  };
}

test.for(['3772c23', '5e9b37e', 'f63b057'])(
  'an upgrade from release %s keeps every row, date, id and like',
  async (commit) => {
    const url = await emptyDatabase();
    await query(url, recorded('postgres', commit));
    const database = await openDatabase(url);
    onTestFinished(() => database.close());
    await expectUpgraded(database, readerOf(url));

    const page = { startIndex: 0, limit: 9 };
    const found = await listPosts(database.read, { searchTerm: 'Changed title' }, page);
    expect(found).toMatchObject([{ slug: 'changed-later', category: 'css' }]);
  },
);
