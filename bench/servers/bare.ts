/**
 * A minimal Hono and better-sqlite3 server, the kind that takes an afternoon. It has no logs and no
 * limits, and checks only the session.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import SQLite from 'better-sqlite3';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { tellPort } from '../support/child.ts';

type Columns = Record<string, string | number>;

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
const [folder = ''] = process.argv.slice(2);
const sqlite = new SQLite(join(folder, 'blog.db'));
sqlite.pragma('journal_mode = WAL');
sqlite.pragma('synchronous = NORMAL');
sqlite.pragma('foreign_keys = ON');

const COMMENTS = `select c.id, c.post_id, c.user_id, c.content, c.created_at, c.updated_at,
    c.parent_id, c.state, u.username, u.profile_picture, u.is_admin,
    (select json_group_array(l.user_id) from likes l where l.comment_id = c.id) as likes
  from comments c join users u on u.id = c.user_id`;
const thread = sqlite.prepare<[string], Columns>(
  `${COMMENTS} where c.post_id = ? order by c.created_at desc, c.seq desc limit 50`,
);
const comment = sqlite.prepare<[string], Columns>(`${COMMENTS} where c.id = ?`);
const posts = sqlite.prepare<[], Columns>(
  `select id, user_id, title, slug, category, content, image, image_alt, image_focus,
     created_at, updated_at
   from posts order by created_at desc, seq desc limit 9`,
);
const total = sqlite.prepare<[], { n: number }>('select count(*) as n from posts');
const since = sqlite.prepare<[number], { n: number }>(
  'select count(*) as n from posts where created_at >= ?',
);
const session = sqlite.prepare<[string], { user_id: string; expires_at: number }>(
  'select s.user_id, s.expires_at from sessions s join users u on u.id = s.user_id where s.id_hash = ?',
);
const unlike = sqlite.prepare('delete from likes where comment_id = ? and user_id = ?');
const like = sqlite.prepare('insert into likes (comment_id, user_id, created_at) values (?, ?, ?)');
const insert = sqlite.prepare(
  'insert into comments (id, post_id, user_id, content, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
);
const toggle = sqlite.transaction((commentId: string, userId: string) => {
  if (unlike.run(commentId, userId).changes === 0) like.run(commentId, userId, Date.now());
  return comment.get(commentId);
});
const write = sqlite.transaction((id: string, postId: string, userId: string, content: string) => {
  const now = Date.now();
  insert.run(id, postId, userId, content, now, now);
  return comment.get(id);
});

const time = (value: unknown) => new Date(Number(value)).toISOString();

function commentOf(row: Columns) {
  const likes = JSON.parse(String(row.likes)) as string[];
  return {
    _id: row.id,
    postId: row.post_id,
    userId: row.user_id,
    content: row.content,
    likes,
    numberOfLikes: likes.length,
    createdAt: time(row.created_at),
    updatedAt: time(row.updated_at),
    parentId: row.parent_id,
    isEdited: row.updated_at !== row.created_at,
    state: row.state,
    author: {
      _id: row.user_id,
      username: row.username,
      profilePicture: row.profile_picture,
      isAdmin: row.is_admin === 1,
    },
  };
}

function postOf(row: Columns) {
  return {
    _id: row.id,
    userId: row.user_id,
    title: row.title,
    slug: row.slug,
    category: row.category,
    content: row.content,
    image: row.image,
    imageAlt: row.image_alt,
    imageFocus: row.image_focus,
    createdAt: time(row.created_at),
    updatedAt: time(row.updated_at),
  };
}

function userOf(cookie: string | undefined): string | undefined {
  const hash = createHash('sha256')
    .update(cookie ?? '')
    .digest('hex');
  const found = session.get(hash);
  return found && found.expires_at > Date.now() ? found.user_id : undefined;
}

const app = new Hono()
  .get('/api/comment/getPostComments/:postId', (c) =>
    c.json(thread.all(c.req.param('postId')).map(commentOf)),
  )
  .get('/api/post/getposts', (c) =>
    c.json({
      posts: posts.all().map(postOf),
      totalPosts: total.get()?.n,
      lastMonthPosts: since.get(Date.now() - MONTH_MS)?.n,
    }),
  )
  .put('/api/comment/likeComment/:id', (c) => {
    const userId = userOf(getCookie(c, 'inkwell_session'));
    if (userId === undefined) return c.json({ success: false }, 401);
    const row = toggle(c.req.param('id'), userId);
    return row ? c.json(commentOf(row)) : c.json({ success: false }, 404);
  })
  .post('/api/comment/create', async (c) => {
    const userId = userOf(getCookie(c, 'inkwell_session'));
    const input = await c.req.json<{ content: string; postId: string; userId: string }>();
    if (userId === undefined || input.userId !== userId) return c.json({ success: false }, 401);
    const row = write(randomUUID(), input.postId, userId, input.content);
    return row ? c.json(commentOf(row), 201) : c.json({ success: false }, 500);
  });
const listener = getRequestListener(app.fetch);
tellPort(createServer((request, response) => void listener(request, response)));
