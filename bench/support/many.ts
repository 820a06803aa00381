import SQLite from 'better-sqlite3';

const HOUR_MS = 3_600_000;
/** About 3 kB, as in a short post. */
const CONTENT = `<p>${'A page is a promise that the reader can keep. '.repeat(65)}</p>`;

/**
 * Inserts posts with their documents, users, comments and redirects into a database file that isn't
 * in use: one of each per hour, up to now. All posts have the tag `everything`.
 */
export function fillWithMany(file: string, count: number): void {
  const database = new SQLite(file);
  const post = database.prepare(
    `insert into posts (id, user_id, title, slug, category, text, content, created_at, updated_at)
     values (?, ?, ?, ?, ?, 'text', '${CONTENT}', ?, ?)`,
  );
  const user = database.prepare(
    `insert into users (id, username, username_key, email, profile_picture, role, created_at, updated_at)
     values (?, ?, ?, ?, '/avatars/a-1.svg', ?, ?, ?)`,
  );
  const comment = database.prepare(
    `insert into comments (id, post_id, user_id, content, created_at, updated_at)
     values (?, ?, ?, 'A comment', ?, ?)`,
  );
  const redirect = database.prepare(
    `insert into path_redirects (id, "from", "to", status, created_at) values (?, ?, ?, 301, ?)`,
  );
  const start = Date.now() - count * HOUR_MS;
  database.transaction(() => {
    for (let n = 0; n < count; n++) {
      const at = start + n * HOUR_MS;
      const name = `user-${n}`;
      const category = n % 2 ? 'javascript' : 'reactjs';
      user.run(name, name, name, `${name}@example.com`, n < 10 ? 'author' : 'reader', at, at);
      post.run(`post-${n}`, `user-${n % 10}`, `Post ${n}`, `post-${n}`, category, at, at);
      comment.run(`comment-${n}`, `post-${n}`, name, at, at);
      const end = n % 10 ? '' : '/*';
      redirect.run(`redirect-${n}`, `/old/${n}${end}`, `/post/post-${n}`, at);
    }
    database.exec(`insert into documents (id, user_id, status, title, slug, category, revision,
      published_revision, published_at, created_at, updated_at, text, content)
      select id, user_id, 'published', title, slug, category, 1, 1, created_at, created_at,
      updated_at, text, content from posts order by seq`);
    database.exec(`insert into tags (slug, label) values ('everything', 'Everything')`);
    database.exec(`insert into post_tags (post_id, tag, position)
      select id, 'everything', 0 from posts order by seq`);
  })();
  database.close();
}
