import { isSuspended } from '../api/access/suspension.ts';
import { bcryptCostOf } from '../api/passwords/password-hash.ts';
import type { Db } from '../db/client.ts';
import type { NewChange } from '../db/queries/changes.ts';
import { deleteUserSessions } from '../db/queries/sessions.ts';
import { forgetBcryptIfGone, noteBcryptCost } from '../db/queries/settings.ts';
import { moveContent } from '../db/queries/transfer.ts';
import {
  deleteUser,
  findUserByEmail,
  findUserById,
  findUserByUsername,
  insertUser,
  lockAdmins,
  type UserRow,
  updateUser,
} from '../db/queries/users.ts';
import type { ImportReport, Outcome } from './import-report.ts';
import {
  isPlaceholderEmail,
  MAX_USERNAME_LENGTH,
  placeholderEmail,
  type UserRecord,
} from './user-records.ts';

const dateOf = (time: number | null) => (time === null ? null : new Date(time));

export interface UserApplierOptions {
  tx: Db;
  report: ImportReport;
  /** Also merges into accounts that never verified their email. */
  merge: boolean;
  /** Called with posts to publish again. */
  onChange(change: NewChange): void;
}

/**
 * Writes imported users to the database, and maps their ids. If another account has a user's email,
 * the user is merged into it only if that account can't belong to a stranger: anyone can register
 * with any email.
 */
export class UserApplier {
  readonly #tx: Db;
  readonly #report: ImportReport;
  readonly #merge: boolean;
  readonly #onChange: UserApplierOptions['onChange'];
  /** Ids in the file → ids in the database, which differ for merged users. */
  readonly #ids = new Map<string, string>();
  readonly #emails = new Map<string, string>();

  constructor({ tx, report, merge, onChange }: UserApplierOptions) {
    this.#tx = tx;
    this.#report = report;
    this.#merge = merge;
    this.#onChange = onChange;
  }

  idOf(id: string): string {
    return this.#ids.get(id) ?? id;
  }

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
    const email = holder ? await this.#placeholderFor(record, holder) : record.email;
    const username = await this.#freeUsername(record);
    const { createdAt, updatedAt, isPasswordRefused, suspendedUntil, ...values } = record;
    await insertUser(this.#tx, {
      ...values,
      username,
      email,
      emailVerified: record.emailVerified && !holder,
      suspendedUntil: dateOf(suspendedUntil),
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
    });
    await this.#recordBcryptCost(record.passwordHash);
    if (isPasswordRefused) this.#report.withoutPassword.push(`${username} <${email}>`);
    return 'added';
  }

  async #applyToCurrent(
    record: UserRecord,
    current: UserRow,
    holder: UserRow | undefined,
  ): Promise<Outcome> {
    // An earlier import gave this account a placeholder, because its email was taken.
    const hasPlaceholder = isPlaceholderEmail(current.email) && !isPlaceholderEmail(record.email);
    if (hasPlaceholder && holder && this.#isTrusted(holder)) {
      if (await this.#isLastAdmin(current)) {
        const what = `Not merged into "${holder.username}" (${holder.id}): it is the last administrator.`;
        this.#report.add('user', record.id, what, record.email);
        return 'unchanged';
      }
      // Feeds contain the author's name.
      for (const { id: postId, slug } of await moveContent(this.#tx, current.id, holder.id)) {
        this.#onChange({ action: 'publish', postId, slug });
      }
      await deleteUser(this.#tx, current.id);
      await forgetBcryptIfGone(this.#tx);
      return this.#mergeInto(record, holder);
    }
    if (hasPlaceholder && holder) this.#reportUnmerged(record, current, holder);
    if (current.updatedAt.getTime() < record.updatedAt) {
      return await this.#update(record, current, holder);
    }
    if (!hasPlaceholder || holder) return 'unchanged';
    const { email, emailVerified } = record;
    await updateUser(this.#tx, current.id, { email, emailVerified }, current.updatedAt);
    return 'updated';
  }

  /** Whether this account can't belong to a stranger who registered with the author's email. */
  #isTrusted(holder: UserRow): boolean {
    return (
      this.#merge ||
      holder.emailVerified ||
      // The owner appoints administrators, and a merge gives them no new rights.
      holder.isAdmin ||
      // The file also has this account, with the same email.
      this.#emails.get(holder.id) === holder.email
    );
  }

  /** A merge gives the other account no new rights. */
  async #isLastAdmin({ id, isAdmin }: UserRow): Promise<boolean> {
    if (!isAdmin) return false;
    const others = (await lockAdmins(this.#tx)).filter((admin) => admin.id !== id);
    return others.every((admin) => isSuspended(admin, new Date()));
  }

  #mergeInto(record: UserRecord, holder: UserRow): Outcome {
    this.#ids.set(record.id, holder.id);
    const what = `Merged into "${holder.username}" (${holder.id}), which has this email: posts, comments and likes now belong to that account.`;
    const { id, username, email, role } = record;
    this.#report.add('user', id, what, { username, email, role });
    return 'merged';
  }

  /** Returns a placeholder for an email that an untrusted account has. */
  async #placeholderFor(record: UserRecord, holder: UserRow): Promise<string> {
    for (let n = 1; ; n++) {
      const email = placeholderEmail(record.id, n);
      if (await findUserByEmail(this.#tx, email)) continue;
      this.#reportUnmerged(record, { email }, holder);
      return email;
    }
  }

  #reportUnmerged(record: UserRecord, { email }: { email: string }, holder: UserRow): void {
    this.#report.unmerged.push({ username: record.username, email: record.email, holder });
    const what = `Not merged into "${holder.username}" (${holder.id}), which has this email but never verified it. This user got "${email}" instead.`;
    this.#report.add('user', record.id, what, record.email);
  }

  async #update(
    record: UserRecord,
    current: UserRow,
    holder: UserRow | undefined,
  ): Promise<Outcome> {
    const tx = this.#tx;
    const { id, emailVerified, profilePicture, bio, links } = record;
    if (holder) {
      const what = `Kept its email "${current.email}": "${holder.username}" already has the newer one.`;
      this.#report.add('user', id, what, record.email);
    }
    if (current.isAdmin && record.role !== 'administrator') {
      this.#report.add('user', id, 'Is still an administrator.');
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
        // Files of other products and earlier versions have none.
        bio: bio || current.bio,
        links: links.length > 0 ? links : current.links,
        ...(!current.isAdmin && {
          role: record.role,
          suspendedUntil: dateOf(record.suspendedUntil),
          suspendedReason: record.suspendedReason,
        }),
      },
      new Date(record.updatedAt),
    );
    const isSuspended = !current.isAdmin && record.suspendedUntil !== null;
    if (isSuspended || passwordHash !== current.passwordHash) await deleteUserSessions(tx, id);
    if (passwordHash !== current.passwordHash) {
      await this.#recordBcryptCost(passwordHash);
    }
    return 'updated';
  }

  async #recordBcryptCost(hash: string | null): Promise<void> {
    const cost = hash === null ? undefined : bcryptCostOf(hash);
    if (cost !== undefined) await noteBcryptCost(this.#tx, cost);
  }

  /** Returns the username, with a number if it's taken. */
  async #freeUsername({ id, username }: UserRecord): Promise<string> {
    for (let n = 1; ; n++) {
      const end = n === 1 ? '' : `-${n}`;
      const name = username.slice(0, MAX_USERNAME_LENGTH - end.length) + end;
      const holder = await findUserByUsername(this.#tx, name);
      if (holder && holder.id !== id) continue;
      const what = `The username is taken and was changed to "${name}".`;
      if (n > 1) this.#report.add('user', id, what, username);
      return name;
    }
  }
}
