import { newImport, writeImportJob } from '../../../api/imports/job.ts';
import type { CommentRow } from '../../../db/queries/comments-table.ts';
import { insertPasskey } from '../../../db/queries/passkeys.ts';
import type { PostRow } from '../../../db/queries/posts.ts';
import type { NewUser, UserRow } from '../../../db/queries/users.ts';
import type { Role } from '../../../db/schema.ts';
import { makeAccount, type TestApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';

/**
 * The callers. The records in the calls belong to `user`, `author` or `administrator`. `suspended`
 * has a session left, which ought to have ended; `unverified` never confirmed the email;
 * `withoutFactor` is an administrator without the second factor that the site requires.
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
  'unverified',
  'withoutFactor',
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

/** Creates the users of a test for one caller. `places` are empty if `route` needs none. */
export async function makeCast(app: TestApp, caller: Caller, route?: string): Promise<Cast> {
  const { database } = app;
  const make = (role: Role, values: Partial<NewUser> = {}) =>
    makeAccount(database, { role, emailVerified: true, ...values });
  const suspendedUntil = new Date(Date.now() + 60 * 60_000);
  const people = {
    user: await make('reader'),
    otherUser: await make('reader'),
    administrator: await make('administrator'),
    otherAdministrator: await make('administrator'),
    author: await make('author'),
    editor: await make('editor'),
    suspended: await make('administrator', { suspendedUntil }),
    unverified: await make('reader', { emailVerified: false }),
    withoutFactor: await make('administrator'),
  };
  const { user, administrator, author } = people;
  for (const { id } of [administrator, people.otherAdministrator]) await giveFactor(app, id);
  const post = await makePost(database, { userId: administrator.id });
  const authorsPost = await makePost(database, { userId: author.id });
  const createdAt = new Date(Date.now() - 60_000);
  const comment = await makeComment(database, { postId: post.id, userId: user.id, createdAt });
  const place = async (as: UserRow, kind: string) => {
    if (route !== undefined && !route.includes('/api/upload')) return '';
    const json = { kind, name: 'a.png', type: 'image/png', size: 100 };
    const { body } = await app.call('POST /api/upload', { json, as });
    return String(body.url).split('/').at(-1) ?? '';
  };
  await database.transaction((tx) => writeImportJob(tx, rehearsed()));
  return {
    ...people,
    post,
    authorsPost,
    comment,
    ownId: ownIdOf(people, caller),
    places: {
      user: await place(user, 'profile'),
      administrator: await place(administrator, 'post'),
    },
    fresh: `fresh-${++made}`,
  };
}

/** Returns the cast for another caller, with the same people. */
export const castFor = (cast: Cast, caller: Caller): Cast => ({
  ...cast,
  ownId: ownIdOf(cast, caller),
});

function ownIdOf(people: Record<Exclude<Caller, 'guest'>, UserRow>, caller: Caller): string {
  return (caller === 'guest' ? people.otherUser : people[caller]).id;
}

/** A rehearsed import, whose files are elsewhere. */
function rehearsed() {
  const options = { from: null, author: null, baseUrl: null, sitemap: null };
  const file = { name: 'export.zip', size: 10, by: null };
  const fetched = { ...options, pictures: 'fetch', merge: false } as const;
  return newImport({ ...file, options: fetched }, 'ready', new Date());
}

async function giveFactor({ database }: TestApp, userId: string): Promise<void> {
  const passkey = {
    name: 'Passkey',
    publicKey: '',
    counter: 0,
    transports: '[]',
    isBackedUp: true,
  };
  const row = { ...passkey, userId, credentialId: userId, createdAt: new Date() };
  await database.transaction((tx) => insertPasskey(tx, row));
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
  unverified?: number;
}

/** A suspended user is a guest, and an administrator without the second factor a reader. */
export function expectedStatus(row: Row, caller: Caller): number {
  const [guest, , otherUser] = row.expected;
  if (caller === 'suspended') return guest;
  if (caller === 'withoutFactor') return otherUser;
  if (caller === 'author' || caller === 'editor' || caller === 'unverified') {
    return row[caller] ?? otherUser;
  }
  return row.expected[CALLERS.indexOf(caller)] ?? 0;
}
