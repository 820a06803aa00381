import { createHash } from 'node:crypto';
import type { ImportReport } from '../../import-report.ts';
import type { RawRecord } from '../../import-sources.ts';
import { commentText } from '../comment-text.ts';
import { rawTextIn, textIn, type XmlElement } from '../xml.ts';
import { dateOf } from './clock.ts';

/** Someone who wrote comments. */
export interface Commenter {
  id: string;
  name: string;
  /** The login, if an author of posts wrote it. */
  login: string | undefined;
  /** When they first wrote a comment, in milliseconds. */
  since: number;
}

/** What the site knows about its commenters. */
interface People {
  /** Logins by the number of the account. */
  logins: ReadonlyMap<string, string>;
  id(kind: string, foreignId: string): string;
}

const STATES: Record<string, 'visible' | 'held'> = { '1': 'visible', '0': 'held', hold: 'held' };

/** Returns who wrote a comment, or undefined for one that's left out. */
export function commenterOf(element: XmlElement, site: People): Commenter | undefined {
  if (reasonToLeaveOut(element) !== undefined) return undefined;
  const login = site.logins.get(textIn(element, 'wp:comment_user_id'));
  const name = textIn(element, 'wp:comment_author') || 'Guest';
  const email = textIn(element, 'wp:comment_author_email').toLowerCase();
  // The id doesn't reveal the email.
  const hash = createHash('sha256').update(email).digest('hex');
  const id =
    login === undefined ? site.id('commenter', `${name} ${hash}`) : site.id('author', login);
  return { id, name, login, since: timeOf(element) ?? 0 };
}

/** Returns why a comment is left out, or undefined. */
function reasonToLeaveOut(element: XmlElement): string | undefined {
  const type = textIn(element, 'wp:comment_type');
  const approved = textIn(element, 'wp:comment_approved');
  if (type !== '' && type !== 'comment') return type;
  return approved === '' || Object.hasOwn(STATES, approved) ? undefined : approved;
}

/** What's left out: comments by type or state, and the websites of their authors. */
export class LeftOutComments {
  readonly #counts = new Map<string, number>();
  readonly #websites = new Set<string>();

  add(reason: string): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** A comment has none here. */
  addWebsite(name: string, url: string): void {
    this.#websites.add(`${name}: ${url}`);
  }

  report(report: ImportReport): void {
    if (this.#websites.size > 0) {
      const what = 'The websites of the authors of comments were left out.';
      report.add('source', 'comments (websites)', what, [...this.#websites]);
    }
    for (const [reason, count] of this.#counts) {
      const comments = count === 1 ? '1 comment was' : `${count} comments were`;
      report.add('source', `comments (${reason})`, `${comments} left out: ${reason}.`);
    }
  }
}

/** Returns the comments of a post, and counts those that are left out. */
export function commentRecords(
  elements: XmlElement[],
  postId: string,
  {
    site,
    left,
    userIdOf,
  }: { site: People; left: LeftOutComments; userIdOf(who: Commenter): string },
): RawRecord[] {
  return elements.flatMap((element) => {
    const commenter = commenterOf(element, site);
    if (!commenter) {
      left.add(reasonToLeaveOut(element) ?? '');
      return [];
    }
    const time = timeOf(element);
    const website = textIn(element, 'wp:comment_author_url');
    if (website !== '' && website !== 'http://') left.addWebsite(commenter.name, website);
    const createdAt = time === undefined ? undefined : new Date(time).toISOString();
    const parent = textIn(element, 'wp:comment_parent');
    const raw = {
      _id: site.id('comment', textIn(element, 'wp:comment_id')),
      postId,
      userId: userIdOf(commenter),
      content: commentText(rawTextIn(element, 'wp:comment_content')),
      parentId: parent === '' || parent === '0' ? null : site.id('comment', parent),
      state: STATES[textIn(element, 'wp:comment_approved')] ?? 'visible',
      createdAt,
      updatedAt: createdAt,
    };
    return [{ collection: 'comments' as const, raw }];
  });
}

function timeOf(element: XmlElement): number | undefined {
  return dateOf(textIn(element, 'wp:comment_date_gmt'), textIn(element, 'wp:comment_date'));
}
