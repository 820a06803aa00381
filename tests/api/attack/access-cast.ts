import type { CommentRow } from '../../../db/queries/comments.ts';
import type { PostRow } from '../../../db/queries/posts.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeAccount, type TestApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';

/**
 * The callers. The records in the calls belong to `user`, `author` or `administrator`. `suspended` has a
 * session left, which ought to have ended.
 */
export const CALLERS = [
  'guest',
  'user',
  'otherUser',
  'administrator',
  'otherAdministrator',
  'author',
  'editor',
  'suspended',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Users and their records, created for each cell of the table. */
export interface Cast extends Record<Exclude<Caller, 'guest'>, UserRow> {
  post: PostRow;
  /** Written by `author`. */
  authorsPost: PostRow;
  /** Written by `user`. */
  comment: CommentRow;
  /** The caller's; for guests, that of `otherUser`. */
  ownId: string;
  /** Names of upload slots of `user` and of `administrator`. */
  places: { user: string; administrator: string };
  /** A word that is unique to this cell. */
  fresh: string;
}

let made = 0;

/** Creates the users of a test for one caller. */
export async function makeCast(app: TestApp, caller: Caller): Promise<Cast> {
  const { database } = app;
  const user = await makeAccount(database);
  const otherUser = await makeAccount(database);
  const administrator = await makeAccount(database, { role: 'administrator' });
  const otherAdministrator = await makeAccount(database, { role: 'administrator' });
  const author = await makeAccount(database, { role: 'author' });
  const editor = await makeAccount(database, { role: 'editor' });
  const suspendedUntil = new Date(Date.now() + 60_000);
  const suspended = await makeAccount(database, { role: 'administrator', suspendedUntil });
  const people = { user, otherUser, administrator, otherAdministrator, author, editor, suspended };
  const post = await makePost(database, { userId: administrator.id });
  const authorsPost = await makePost(database, { userId: author.id });
  const createdAt = new Date(Date.now() - 60_000);
  const comment = await makeComment(database, { postId: post.id, userId: user.id, createdAt });
  const place = async (as: UserRow, kind: string) => {
    const json = { kind, name: 'a.png', type: 'image/png', size: 100 };
    const { body } = await app.call('POST /api/upload', { json, as });
    return String(body.url).split('/').at(-1) ?? '';
  };
  return {
    ...people,
    post,
    authorsPost,
    comment,
    ownId: (caller === 'guest' ? otherUser : people[caller]).id,
    places: {
      user: await place(user, 'profile'),
      administrator: await place(administrator, 'post'),
    },
    fresh: `fresh-${++made}`,
  };
}

export interface Row {
  what: string;
  /** The pattern of the route, as the app knows it. */
  route: string;
  /** The URL and the body. */
  call: (cast: Cast) => [path: string, json?: unknown];
  /** One status for each of the first five callers, in the order of CALLERS. */
  expected: [number, number, number, number, number];
  /** By default, that of `otherUser`. */
  author?: number;
  editor?: number;
}

/** A suspended user is a guest. */
export function expectedStatus(row: Row, caller: Caller): number {
  const [guest, , otherUser] = row.expected;
  if (caller === 'suspended') return guest;
  if (caller === 'author' || caller === 'editor') return row[caller] ?? otherUser;
  return row.expected[CALLERS.indexOf(caller)] ?? 0;
}
