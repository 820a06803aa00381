import type { Db } from '../../db/client.ts';
import { noteBcryptCost } from '../../db/queries/bcrypt.ts';
import { findCommentById, insertComment, updateComment } from '../../db/queries/comments.ts';
import { enqueue } from '../../db/queries/outbox.ts';
import { findPictures, insertPicture } from '../../db/queries/pictures.ts';
import {
  findPostById,
  findPostBySlug,
  insertPost,
  uniqueSlug,
  updatePost,
} from '../../db/queries/posts.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import { isPostThere, replaceLikes } from '../../db/queries/transfer.ts';
import {
  findUserByEmail,
  findUserById,
  findUserByUsername,
  insertUser,
  updateUser,
} from '../../db/queries/users.ts';
import { bcryptCostOf } from '../auth/passwords.ts';
import type { CommentRecord, PictureRecord, PostRecord, UserRecord } from './records.ts';
import type { Report } from './report.ts';

/** What became of the records of a kind. `merged`: users whose e-mail an account has already. */
export interface Tally {
  added: number;
  updated: number;
  unchanged: number;
  merged: number;
  left: number;
}

export type Outcome = keyof Tally;

const MAX_USERNAME = 30;

const timesOf = ({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) => ({
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});

/**
 * Puts prepared records into the database: users first, then posts, then comments. A record whose id is
 * there takes its place when its `updatedAt` is newer. Does not sanitise.
 */
export class Applier {
  readonly #tx: Db;
  readonly #report: Report;
  readonly #now: Date;
  /** Ids in the file to ids in the database: they differ where accounts were merged. */
  readonly #users = new Map<string, string>();
  readonly #posts = new Set<string>();

  constructor(tx: Db, report: Report, now: Date) {
    this.#tx = tx;
    this.#report = report;
    this.#now = now;
  }

  async user(record: UserRecord): Promise<Outcome> {
    const tx = this.#tx;
    const current = await findUserById(tx, record.id);
    if (current) {
      this.#users.set(record.id, record.id);
      if (current.updatedAt.getTime() >= record.updatedAt) return 'unchanged';
      return await this.#updateUser(record, current);
    }
    const holder = await findUserByEmail(tx, record.email);
    if (holder) {
      this.#users.set(record.id, holder.id);
      this.#report.add(
        'user',
        record.id,
        `Merged into "${holder.username}" (${holder.id}), who has this e-mail: posts, comments and likes are that account's now.`,
        { username: record.username, email: record.email, isAdmin: record.isAdmin },
      );
      return 'merged';
    }
    const username = await this.#freeUsername(record);
    await insertUser(tx, { ...record, username, ...timesOf(record) });
    await this.#noteHash(record.passwordHash);
    this.#users.set(record.id, record.id);
    return 'added';
  }

  async #updateUser(
    record: UserRecord,
    current: { isAdmin: boolean; email: string; passwordHash: string | null },
  ): Promise<Outcome> {
    const tx = this.#tx;
    const { id, emailVerified, profilePicture } = record;
    const holder = await findUserByEmail(tx, record.email);
    const isFree = !holder || holder.id === id;
    if (!isFree) {
      const what = `Kept its e-mail "${current.email}": the newer one is "${holder.username}"'s.`;
      this.#report.add('user', id, what, record.email);
    }
    if (current.isAdmin && !record.isAdmin) {
      this.#report.add('user', id, 'Has stayed an administrator.');
    }
    const passwordHash = record.passwordHash ?? current.passwordHash;
    await updateUser(
      tx,
      id,
      {
        username: await this.#freeUsername(record),
        ...(isFree ? { email: record.email, emailVerified } : {}),
        passwordHash,
        profilePicture,
        isAdmin: current.isAdmin || record.isAdmin,
      },
      new Date(record.updatedAt),
    );
    if (passwordHash !== current.passwordHash) {
      await deleteUserSessions(tx, id);
      await this.#noteHash(passwordHash);
    }
    return 'updated';
  }

  async #noteHash(hash: string | null): Promise<void> {
    const cost = hash === null ? undefined : bcryptCostOf(hash);
    if (cost !== undefined) await noteBcryptCost(this.#tx, cost);
  }

  /** The username, or with the first number that makes it free. */
  async #freeUsername({ id, username }: UserRecord): Promise<string> {
    for (let n = 1; ; n++) {
      const end = n === 1 ? '' : `-${n}`;
      const name = username.slice(0, MAX_USERNAME - end.length) + end;
      const holder = await findUserByUsername(this.#tx, name);
      if (holder && holder.id !== id) continue;
      if (n > 1) {
        this.#report.add('user', id, `The username is taken; it has become "${name}".`, username);
      }
      return name;
    }
  }

  async picture(record: PictureRecord): Promise<Outcome> {
    const [current] = await findPictures(this.#tx, [record.url]);
    if (current) return 'unchanged';
    const userId = record.userId === null ? null : this.#userId(record.userId);
    await insertPicture(this.#tx, { ...record, userId, createdAt: new Date(record.createdAt) });
    return 'added';
  }

  async post(record: PostRecord): Promise<Outcome> {
    const tx = this.#tx;
    const { id, title, category, content, text, image, isDemo } = record;
    const current = await findPostById(tx, id);
    this.#posts.add(id);
    if (current && current.updatedAt.getTime() >= record.updatedAt) return 'unchanged';
    if (current) {
      const changes = { title, category, content, text, image, isDemo };
      await updatePost(tx, id, changes, new Date(record.updatedAt));
      if (current.slug !== record.slug) {
        const what = `Has kept its slug "${current.slug}", so that no link breaks.`;
        this.#report.add('post', id, what, record.slug);
      }
      await enqueue(tx, { action: 'publish', postId: id, slug: current.slug }, this.#now);
      return 'updated';
    }
    const slug = await this.#freeSlug(record);
    const userId = this.#userId(record.userId);
    await insertPost(tx, { ...record, userId, slug, ...timesOf(record) });
    await enqueue(tx, { action: 'publish', postId: id, slug }, this.#now);
    return 'added';
  }

  async #freeSlug({ id, slug }: PostRecord): Promise<string> {
    if (!(await findPostBySlug(this.#tx, slug))) return slug;
    const free = await uniqueSlug(this.#tx, slug);
    this.#report.add('post', id, `The slug is taken; it has become "${free}".`, slug);
    return free;
  }

  async comment(record: CommentRecord): Promise<Outcome> {
    const tx = this.#tx;
    const { id, content } = record;
    const postId = record.postId;
    const userId = this.#userId(record.userId);
    const lost = !(await this.#hasPost(postId))
      ? `there is no post "${postId}"`
      : !(await this.#hasUser(userId))
        ? `there is no user "${userId}"`
        : undefined;
    if (lost !== undefined) {
      this.#report.add('comment', id, `Left out: ${lost}.`, record);
      return 'left';
    }
    const current = await findCommentById(tx, id);
    if (current && current.updatedAt.getTime() >= record.updatedAt) return 'unchanged';
    if (current) await updateComment(tx, id, content, new Date(record.updatedAt));
    else await insertComment(tx, { id, postId, userId, content, ...timesOf(record) });
    await this.#like(record);
    return current ? 'updated' : 'added';
  }

  async #like({ id, likes }: CommentRecord): Promise<void> {
    const known = [];
    for (const { userId: given, createdAt } of likes) {
      const userId = this.#userId(given);
      if (await this.#hasUser(userId)) known.push({ userId, createdAt: new Date(createdAt) });
      else
        this.#report.add('comment', id, `A like has been left out: there is no user "${given}".`);
    }
    await replaceLikes(this.#tx, id, known);
  }

  #userId(id: string): string {
    return this.#users.get(id) ?? id;
  }

  async #hasUser(id: string): Promise<boolean> {
    if (this.#users.get(id) === id) return true;
    if (!(await findUserById(this.#tx, id))) return false;
    this.#users.set(id, id);
    return true;
  }

  async #hasPost(id: string): Promise<boolean> {
    if (this.#posts.has(id)) return true;
    if (!(await isPostThere(this.#tx, id))) return false;
    this.#posts.add(id);
    return true;
  }
}
