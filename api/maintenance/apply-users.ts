import type { Db } from '../../db/client.ts';
import { enqueue } from '../../db/queries/outbox.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import { forgetBcryptIfGone, noteBcryptCost } from '../../db/queries/settings.ts';
import { moveContent } from '../../db/queries/transfer.ts';
import {
  deleteUser,
  findUserByEmail,
  findUserById,
  findUserByUsername,
  insertUser,
  type UserRow,
  updateUser,
} from '../../db/queries/users.ts';
import { bcryptCostOf } from '../auth/password-hash.ts';
import type { Outcome } from './apply.ts';
import { isPlaceholderEmail, placeholderEmail, type UserRecord } from './records.ts';
import type { Report } from './report.ts';

const MAX_USERNAME = 30;

export interface UserApplierOptions {
  tx: Db;
  report: Report;
  now: Date;
  /** Merge also into accounts that never proved that they own their email. */
  merge: boolean;
}

/**
 * Puts imported users into the database, and knows under which ids they are there. A user whose email
 * another account has is merged into that account only when it can't be a stranger's: anybody can
 * register with anybody's email.
 */
export class UserApplier {
  readonly #tx: Db;
  readonly #report: Report;
  readonly #now: Date;
  readonly #merge: boolean;
  /** Ids in the file to ids in the database: they differ where accounts were merged. */
  readonly #ids = new Map<string, string>();
  /** What the file says is the email of each id. */
  readonly #emails = new Map<string, string>();

  constructor({ tx, report, now, merge }: UserApplierOptions) {
    this.#tx = tx;
    this.#report = report;
    this.#now = now;
    this.#merge = merge;
  }

  /** The id in the database of an id in the file. */
  idOf(id: string): string {
    return this.#ids.get(id) ?? id;
  }

  /** Is there a user with this id of the database? */
  async has(id: string): Promise<boolean> {
    if (this.#ids.get(id) === id) return true;
    if (!(await findUserById(this.#tx, id))) return false;
    this.#ids.set(id, id);
    return true;
  }

  async apply(record: UserRecord): Promise<Outcome> {
    const current = await findUserById(this.#tx, record.id);
    const found = await findUserByEmail(this.#tx, record.email);
    const holder = found?.id === record.id ? undefined : found;
    this.#emails.set(record.id, record.email);
    this.#ids.set(record.id, record.id);
    if (current) return await this.#applyToCurrent(record, current, holder);
    if (holder && this.#isTrusted(holder)) return this.#mergeInto(record, holder);
    const email = holder ? await this.#keepApart(record, holder) : record.email;
    const username = await this.#freeUsername(record);
    const { createdAt, updatedAt, isPasswordRefused, ...values } = record;
    await insertUser(this.#tx, {
      ...values,
      username,
      email,
      emailVerified: record.emailVerified && !holder,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
    });
    await this.#noteHash(record.passwordHash);
    if (isPasswordRefused) this.#report.withoutPassword.push(`${username} <${email}>`);
    return 'added';
  }

  async #applyToCurrent(
    record: UserRecord,
    current: UserRow,
    holder: UserRow | undefined,
  ): Promise<Outcome> {
    // An earlier import could not give this account its email.
    const isWaiting = isPlaceholderEmail(current.email) && !isPlaceholderEmail(record.email);
    if (isWaiting && holder && this.#isTrusted(holder)) {
      // Feeds name the author.
      for (const { id: postId, slug } of await moveContent(this.#tx, current.id, holder.id)) {
        await enqueue(this.#tx, { action: 'publish', postId, slug }, this.#now);
      }
      await deleteUser(this.#tx, current.id);
      await forgetBcryptIfGone(this.#tx);
      return this.#mergeInto(record, holder);
    }
    if (isWaiting && holder) this.#reportApart(record, current, holder);
    if (current.updatedAt.getTime() < record.updatedAt) {
      return await this.#update(record, current, holder);
    }
    if (!isWaiting || holder) return 'unchanged';
    const { email, emailVerified } = record;
    await updateUser(this.#tx, current.id, { email, emailVerified }, current.updatedAt);
    return 'updated';
  }

  /** Can't this account be that of a stranger who registered with the author's email? */
  #isTrusted(holder: UserRow): boolean {
    return (
      this.#merge ||
      holder.emailVerified ||
      // Administrators are made by the owner, and gain no right by a merge.
      holder.isAdmin ||
      // The file has this very account under this email: it has the same one twice.
      this.#emails.get(holder.id) === holder.email
    );
  }

  #mergeInto(record: UserRecord, holder: UserRow): Outcome {
    this.#ids.set(record.id, holder.id);
    this.#report.add(
      'user',
      record.id,
      `Merged into "${holder.username}" (${holder.id}), which has this email: posts, comments and likes now belong to that account.`,
      { username: record.username, email: record.email, isAdmin: record.isAdmin },
    );
    return 'merged';
  }

  /** Returns the email that the user gets while an account that may be a stranger's has the right one. */
  async #keepApart(record: UserRecord, holder: UserRow): Promise<string> {
    for (let n = 1; ; n++) {
      const email = placeholderEmail(record.id, n);
      if (await findUserByEmail(this.#tx, email)) continue;
      this.#reportApart(record, { email }, holder);
      return email;
    }
  }

  #reportApart(record: UserRecord, { email }: { email: string }, holder: UserRow): void {
    this.#report.apart.push({ username: record.username, email: record.email, holder });
    this.#report.add(
      'user',
      record.id,
      `Not merged into "${holder.username}" (${holder.id}), which has this email but never proved that it owns it: this user has "${email}" instead.`,
      record.email,
    );
  }

  async #update(
    record: UserRecord,
    current: UserRow,
    holder: UserRow | undefined,
  ): Promise<Outcome> {
    const tx = this.#tx;
    const { id, emailVerified, profilePicture } = record;
    if (holder) {
      const what = `Kept its email "${current.email}": "${holder.username}" already has the newer one.`;
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
        ...(holder ? {} : { email: record.email, emailVerified }),
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
}
