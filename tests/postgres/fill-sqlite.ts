/** Creates the database file in `DATABASE_URL`. Prints the rows of the tables in the arguments. */
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../db/client.ts';
import { saveCategoryLabel } from '../../db/queries/categories.ts';
import { insertComment } from '../../db/queries/comments-table.ts';
import { toggleLike } from '../../db/queries/likes.ts';
import { insertPost } from '../../db/queries/posts-table.ts';
import { allRows } from '../../db/queries/query.ts';
import { insertUser } from '../../db/queries/users.ts';

const database = await openDatabase(process.env.DATABASE_URL ?? '');
await database.migrate();
await database.transaction(async (tx) => {
  for (let n = 0; n < 30; n++) {
    const times = { createdAt: new Date(1e12 + n), updatedAt: new Date(1e12 + n) };
    const name = `mover-${n}`;
    const user = await insertUser(tx, {
      username: name,
      email: `${name}@example.com`,
      role: n === 0 ? 'administrator' : 'reader',
      ...times,
    });
    const content = `<p>Inkwell moves post ${n}, naïve as “it” is.</p>`;
    const post = await insertPost(tx, {
      userId: user.id,
      title: `Post ${n}`,
      slug: `post-${n}`,
      category: 'web-design',
      content,
      text: content.replace(/<[^>]*>/g, ''),
      ...times,
    });
    const ids = { postId: post.id, userId: user.id };
    const comment = await insertComment(tx, { ...ids, content: `Comment ${n}`, ...times });
    await toggleLike(tx, comment.id, user.id, times.createdAt);
  }
  await saveCategoryLabel(tx, { slug: 'web-design', label: 'Web Design', isNew: true });
});
const counts: Record<string, number> = {};
for (const table of process.argv.slice(2)) {
  const [row] = await allRows<{ n: number }>(
    database.read,
    sql.raw(`select count(*) as n from ${table}`),
  );
  counts[table] = row?.n ?? 0;
}
console.log(JSON.stringify(counts));
await database.close();
