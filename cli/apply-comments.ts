import type { Db } from '../db/client.ts';
import { insertReport } from '../db/queries/comment-reports.ts';
import { insertVersions } from '../db/queries/comment-versions.ts';
import { findPlace, insertComment, updateComment } from '../db/queries/comments-table.ts';
import { replaceLikes } from '../db/queries/likes.ts';
import { findAnyComment } from '../db/queries/moderation.ts';
import type { UserApplier } from './apply-users.ts';
import type { ImportReport, Outcome } from './import-report.ts';
import type { CommentRecord } from './records.ts';

interface CommentApplierOptions {
  tx: Db;
  report: ImportReport;
  users: Pick<UserApplier, 'idOf' | 'has'>;
  hasPost(id: string): Promise<boolean>;
}

/** The place of a comment: the comment that it answers, and its thread's top comment. */
type Place = Pick<CommentRecord, 'parentId' | 'threadId'>;
const TOP: Place = { parentId: null, threadId: null };

/** Writes the comments of an import. Replies may come before the comments they answer. */
export class CommentApplier {
  readonly #options: CommentApplierOptions;
  /** The posts of changed comments. */
  readonly posts = new Set<string>();
  /** Replies to comments that haven't been read yet, by the id of that comment. */
  readonly #waiting = new Map<string, CommentRecord[]>();

  constructor(options: CommentApplierOptions) {
    this.#options = options;
  }

  async apply(record: CommentRecord): Promise<Outcome> {
    const { tx, report } = this.#options;
    const { id, postId } = record;
    const missing = await this.#missing(record);
    if (missing !== undefined) {
      report.add('comment', id, `Left out: ${missing}.`, record);
      return 'left';
    }
    if (record.state === 'erased' && (await findPlace(tx, id, postId))) return 'unchanged';
    const current = await findAnyComment(tx, id);
    if (current && current.updatedAt.getTime() >= record.updatedAt) return 'unchanged';
    if (current) {
      await updateComment(tx, id, record.content, new Date(record.updatedAt));
      await this.#like(record);
      this.posts.add(postId);
      return 'updated';
    }
    const place = await this.#placeOf(record);
    if (place) await this.#insertWithReplies(record, place);
    else {
      const missingId = record.threadId ?? record.parentId ?? '';
      this.#waiting.set(missingId, [...(this.#waiting.get(missingId) ?? []), record]);
    }
    return 'added';
  }

  /** Writes replies as top comments if the comments they answer never appeared. */
  async finish(): Promise<void> {
    const waiting = () => [...this.#waiting.values()].flat();
    const ids = new Set(waiting().map(({ id }) => id));
    const isLost = ({ parentId, threadId }: CommentRecord) => !ids.has(threadId ?? parentId ?? '');
    for (const record of waiting().filter(isLost)) await this.#promote(record);
    // Comments that answer each other in a cycle.
    for (let [record] = waiting(); record; [record] = waiting()) await this.#promote(record);
  }

  async #promote(record: CommentRecord): Promise<void> {
    const key = record.threadId ?? record.parentId ?? '';
    const others = (this.#waiting.get(key) ?? []).filter((other) => other !== record);
    if (others.length > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
    const what = `Is a top comment now: there is no comment "${key}" to reply to.`;
    this.#options.report.add('comment', record.id, what);
    await this.#insertWithReplies(record, TOP);
  }

  async #missing({ postId, userId }: CommentRecord): Promise<string | undefined> {
    const { users, hasPost } = this.#options;
    if (!(await hasPost(postId))) return `there is no post "${postId}"`;
    if (userId === null || (await users.has(users.idOf(userId)))) return undefined;
    return `there is no user "${users.idOf(userId)}"`;
  }

  /** Returns `undefined` if what it answers isn't there. It may have been deleted. */
  async #placeOf({ postId, parentId, threadId }: CommentRecord): Promise<Place | undefined> {
    if (parentId === null && threadId === null) return TOP;
    for (const id of [parentId, threadId]) {
      const found = id === null ? undefined : await findPlace(this.#options.tx, id, postId);
      if (found) return { parentId: parentId ?? id, threadId: found.threadId ?? found.id };
    }
    return undefined;
  }

  async #insertWithReplies(first: CommentRecord, place: Place): Promise<void> {
    await this.#insert(first, place);
    // A queue: replies may be nested thousands deep.
    for (const queue = [first.id]; queue.length > 0; ) {
      const id = queue.shift() ?? '';
      const replies = this.#waiting.get(id) ?? [];
      this.#waiting.delete(id);
      for (const reply of replies) {
        await this.#insert(reply, (await this.#placeOf(reply)) ?? TOP);
        queue.push(reply.id);
      }
    }
  }

  async #insert(record: CommentRecord, place: Place): Promise<void> {
    const { tx, users } = this.#options;
    const { likes: _, reports, versions, ...values } = record;
    const { id, userId, stateAt } = values;
    await insertComment(tx, {
      ...values,
      ...place,
      userId: userId && users.idOf(userId),
      createdAt: new Date(values.createdAt),
      updatedAt: new Date(values.updatedAt),
      stateAt: stateAt === null ? null : new Date(stateAt),
    });
    if (record.likes.length > 0) await this.#like(record);
    this.posts.add(values.postId);
    const dated = versions.map((each) => ({ ...each, createdAt: new Date(each.createdAt) }));
    await insertVersions(tx, id, dated);
    for (const { userId: given, createdAt, ...report } of reports) {
      const by = users.idOf(given);
      if (!(await users.has(by))) continue;
      await insertReport(tx, {
        ...report,
        commentId: id,
        userId: by,
        createdAt: new Date(createdAt),
      });
    }
  }

  async #like({ id, likes }: CommentRecord): Promise<void> {
    const { tx, report, users } = this.#options;
    const known = [];
    for (const { userId: given, createdAt } of likes) {
      const userId = users.idOf(given);
      if (await users.has(userId)) known.push({ userId, createdAt: new Date(createdAt) });
      else report.add('comment', id, `A like was left out: there is no user "${given}".`);
    }
    await replaceLikes(tx, id, known);
  }
}
