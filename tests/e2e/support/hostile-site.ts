import type { APIRequestContext } from '@playwright/test';
import { plainText } from '../../../api/comments/input.ts';
import { sanitize } from '../../../api/content/sanitize.ts';
import { openDatabase } from '../../../db/client.ts';
import { insertComment } from '../../../db/queries/comments-table.ts';
import { insertUser } from '../../../db/queries/users.ts';
import { isFullRun } from '../../support/full-run.ts';
import { ADDRESS_PAYLOADS, HTML_PAYLOADS, TEXT_PAYLOADS } from '../../support/payloads.ts';
import { ADMIN, type RunningServer } from './server.ts';
import { signIn } from './test.ts';

const AT_ONCE = 8;
/** Payloads of these classes don't affect each other, so one post can contain several. */
const TOGETHER = 16;
/** Number of comments that a thread shows at first. */
const COMMENTS_PER_POST = 45;
const MAX_COMMENT = 200;
/** Only `npm run test:all` publishes a post for every payload, and opens many of them. */
const SINGLE_EVERY = isFullRun ? 1 : 4;
const OPENED_EVERY = isFullRun ? 3 : 15;

/** The payloads on the site, and the pages that show them. */
export interface HostileSite {
  /** Post pages, each with all stored payloads of one class. */
  pages: string[];
  /** Some of the posts with a single payload. */
  single: string[];
  sent: { contents: number; titles: number; comments: number; users: number };
}

interface Stored {
  _id: string;
  slug: string;
  content: string;
}

/**
 * Stores every payload wherever the site accepts text: titles, contents and comments through the
 * API as an administrator, and names and pictures of users, which the API rejects, in the database.
 */
export async function makeHostile(
  site: RunningServer,
  request: APIRequestContext,
): Promise<HostileSite> {
  const { _id: userId } = await signIn(request, site.url, ADMIN);
  const titles = [...TEXT_PAYLOADS, ...Object.values(HTML_PAYLOADS).flat()].filter(fitsTitle);
  let written = 0;
  const send = async (path: string, data: object): Promise<Stored> => {
    const response = await request.post(site.url + path, { data });
    if (response.status() !== 201) {
      throw new Error(`${JSON.stringify(data)}: ${response.status()} ${await response.text()}`);
    }
    return (await response.json()) as Stored;
  };
  const publish = (content: string) => {
    const title = titles[written++ % titles.length];
    return send('/api/post/create', { title, category: 'javascript', content });
  };

  const pages: string[] = [];
  const single: string[] = [];
  const posts: Stored[] = [];
  for (const [name, payloads] of Object.entries(HTML_PAYLOADS)) {
    const portions =
      name.includes('event handlers of') || name.startsWith('every event')
        ? portionsOf(payloads, TOGETHER).map((some) => some.join('\n'))
        : payloads;
    const contents = await pooled(portions, async (html, i) => {
      const content = `<p>Text</p>${html}`;
      if (i % SINGLE_EVERY > 0) return sanitize(content);
      const post = await publish(content);
      single.push(`/post/${post.slug}`);
      return post.content;
    });
    const all = await publish(contents.join('<p>next</p>'));
    posts.push(all);
    pages.push(`/post/${all.slug}`);
  }
  // Some differ only in characters that are removed, and duplicate comments are rejected.
  const distinct = new Map(
    [...TEXT_PAYLOADS, ...Object.values(HTML_PAYLOADS).flat()].map((text) => [
      plainText(text).trim(),
      text,
    ]),
  );
  const comments = [...distinct.values()].filter(
    (text) => text.length <= MAX_COMMENT && (text.match(/https?:\/\/|www\./g)?.length ?? 0) <= 2,
  );
  const room = comments.slice(0, COMMENTS_PER_POST * posts.length);
  await pooled(room, (content, i) => {
    const { _id: postId } = posts[i % posts.length] ?? { _id: '' };
    return send('/api/comment/create', { content, postId, userId });
  });
  const users = await insertHostileUsers(site.dataDir, posts[0]?._id ?? '');
  const sent = {
    contents: Object.values(HTML_PAYLOADS).flat().length,
    titles: Math.min(written, titles.length),
    comments: room.length,
    users,
  };
  return { pages, single: single.filter((_, i) => i % OPENED_EVERY === 0), sent };
}

/**
 * Inserts users with names, emails and pictures that the API would reject, each with a comment.
 * Returns their number.
 */
async function insertHostileUsers(dataDir: string, postId: string): Promise<number> {
  const database = await openDatabase(`file:${dataDir}/blog.db`);
  const pictures = [...ADDRESS_PAYLOADS, ...TEXT_PAYLOADS];
  try {
    await database.transaction(async (tx) => {
      for (const [i, name] of TEXT_PAYLOADS.entries()) {
        const at = new Date(Date.now() + i);
        const times = { createdAt: at, updatedAt: at };
        const { id } = await insertUser(tx, {
          // Some payloads differ only in characters that usernames ignore.
          username: `${name} ${i}`,
          email: `${i}${name.toLowerCase()}@example.com`,
          profilePicture: pictures[i % pictures.length] ?? '',
          ...times,
        });
        await insertComment(tx, { postId, userId: id, content: `By ${name}`, ...times });
      }
    });
  } finally {
    await database.close();
  }
  return TEXT_PAYLOADS.length;
}

function fitsTitle(text: string): boolean {
  return text.length <= 200 && text.trim() !== '';
}

function portionsOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

/** Runs `work` for each item, a few at a time. Returns the results in order. */
async function pooled<T, R>(
  items: readonly T[],
  work: (item: T, i: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i] as T, i);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}
