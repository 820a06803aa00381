import { downloadZip } from 'client-zip';
import type { Db } from '../../db/client.ts';
import {
  eachDocumentOf,
  eachEventOf,
  eachNotificationOf,
  eachPostOf,
  eachVersionOf,
  findSecondFactorOf,
  listDevicesOf,
  listMailTo,
  listPasskeysOf,
  listPicturesOf,
  listPreviewLinksOf,
  listTokensOf,
  type NotificationRow,
} from '../../db/queries/account-data.ts';
import { listReportsBy } from '../../db/queries/comment-reports.ts';
import { listVersions } from '../../db/queries/comment-versions.ts';
import { eachCommentOf, eachLikeOf } from '../../db/queries/comments-table.ts';
import { listIdentities } from '../../db/queries/identities.ts';
import { listFollowsOf } from '../../db/queries/transfer.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { UnavailableError } from '../errors.ts';
import { download } from '../http/download.ts';
import { toPost } from '../post-fields/serialize.ts';
import type { Services } from '../services.ts';
import type { Storage } from '../uploads/picture-files.ts';
import { createStorage, nameOf } from '../uploads/storage.ts';
import { toUser } from './serialize.ts';
import { listSessions } from './sessions.ts';

/** Concurrent downloads. Each holds one picture in memory. */
const MAX_RUNNING = 4;
const RETRY_SECONDS = 60;

/** Users with a running download. */
const running = new Set<string>();

/**
 * Returns all data about the caller as a stream of a .zip file: JSON, and the caller's pictures.
 * Reads a little at a time. Throws a TooManyRequestsError above a few per hour, and an
 * UnavailableError while another download of the same user, or of too many users, is running.
 */
export async function exportAccount(
  services: Services,
  caller: Caller,
): Promise<ReadableStream<Uint8Array>> {
  const { id } = caller.user;
  if (running.has(id)) {
    throw new UnavailableError('Your data is already being downloaded.', RETRY_SECONDS);
  }
  if (running.size >= MAX_RUNNING) {
    throw new UnavailableError('Too many downloads at the moment.', RETRY_SECONDS);
  }
  running.add(id);
  try {
    const user = await countExport(services, caller);
    const files = filesOf(services, { ...caller, user });
    const { body } = downloadZip(files);
    if (body === null) throw new Error('The .zip file has no content');
    return download(body, { onEnd: () => running.delete(id) });
  } catch (error) {
    running.delete(id);
    throw error;
  }
}

async function countExport(services: Services, caller: Caller): Promise<UserRow> {
  const limit = { name: 'export', what: 'Too many downloads of your data' } as const;
  return await writeAs(services, caller, { fresh: true, limit }, async (tx, user) => {
    await auditAs(tx, services, caller, { action: 'user.export', subject: user.id });
    return user;
  });
}

interface File {
  name: string;
  lastModified: Date;
  input: Uint8Array<ArrayBuffer> | AsyncIterable<string>;
}

async function* filesOf(services: Services, caller: Caller): AsyncGenerator<File> {
  const { database, env, now } = services;
  const { read: db } = database;
  const { user } = caller;
  const json = (name: string, records: AsyncIterable<object> | object) => ({
    name: `${name}.json`,
    lastModified: now(),
    input: jsonOf(records),
  });
  const { suspendedReason, updatedAt, overviewSeenAt, notify } = user;
  yield json('profile', { ...toUser(user), notify, suspendedReason, updatedAt, overviewSeenAt });
  yield json('sessions', (await listSessions(services, caller)).sessions);
  yield json('identities', await listIdentities(db, user.id));
  yield json('passkeys', await listPasskeysOf(db, user.id));
  yield json('second-factor', await findSecondFactorOf(db, user.id));
  yield json('browsers', await listDevicesOf(db, user.id));
  yield json('mail', await listMailTo(db, user));
  yield json('mail-links', await listTokensOf(db, user));
  yield json('posts', map(eachPostOf(db, user.id), toPost));
  yield json('comments', commentsOf(db, user.id));
  yield json('reports', await listReportsBy(db, user.id));
  yield json('followed-posts', (await listFollowsOf(db, { userId: user.id })).map(toOwn));
  yield json('notifications', map(eachNotificationOf(db, user.id), toOwnNotification));
  yield json('drafts', map(eachDocumentOf(db, user.id), withoutSeq));
  yield json('versions', eachVersionOf(db, user.id));
  yield json('preview-links', await listPreviewLinksOf(db, user.id));
  yield json('likes', map(eachLikeOf(db, user.id), withoutSeq));
  yield json('events', map(eachEventOf(db, user.id), toEvent(user.id)));
  yield* picturesOf(db, env, user.id);
}

async function* picturesOf(db: Db, env: Services['env'], userId: string): AsyncGenerator<File> {
  const storage: Storage = createStorage(env);
  for (const { url, createdAt } of await listPicturesOf(db, userId)) {
    const name = nameOf(url, env.storage);
    const bytes = name && (await storage.read(name));
    if (bytes) yield { name: `pictures/${name}`, lastModified: createdAt, input: bytes };
  }
}

/** One record per line. */
async function* jsonOf(records: AsyncIterable<object> | object): AsyncGenerator<string> {
  if (!(Symbol.asyncIterator in records)) {
    yield `${JSON.stringify(records, null, 2)}\n`;
    return;
  }
  let separator = '[\n';
  for await (const record of records as AsyncIterable<object>) {
    yield separator + JSON.stringify(record);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* map<T>(rows: AsyncIterable<T>, toRecord: (row: T) => object) {
  for await (const row of rows) yield toRecord(row);
}

function withoutSeq<T extends { seq: number }>({ seq: _, ...record }: T): Omit<T, 'seq'> {
  return record;
}

/** Comments in any state, with their earlier versions. Leaves out why moderators hold a comment. */
async function* commentsOf(db: Db, userId: string): AsyncGenerator<object> {
  for await (const row of eachCommentOf(db, { userId })) {
    const { seq: _, numberOfLikes: __, reasons: ___, ...comment } = row;
    const isEdited = row.updatedAt > row.createdAt;
    const versions = isEdited ? await listVersions(db, [row.id]) : [];
    yield {
      ...comment,
      versions: versions.map(({ content, createdAt }) => ({ content, createdAt })),
    };
  }
}

function toOwn<T extends { userId: string }>({ userId: _, ...record }: T): Omit<T, 'userId'> {
  return record;
}

/** Leaves out who did it, which users can see in the list of notifications. */
function toOwnNotification({ seq: _, userId: __, actorId: ___, ...record }: NotificationRow) {
  return record;
}

/** Who else acted on the account, and from where, isn't the user's own data. */
function toEvent(userId: string) {
  return (row: { at: Date; actor: string; action: string; address: string; details: string }) => ({
    at: row.at,
    action: row.action,
    byYou: row.actor === userId,
    address: row.actor === userId ? row.address : '',
    details: JSON.parse(row.details),
  });
}
