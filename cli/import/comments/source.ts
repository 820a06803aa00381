import { createHash } from 'node:crypto';
import { plural } from '../../import-report.ts';
import type { RawRecord } from '../../import-sources.ts';
import { stableId } from '../ids.ts';
import { personRecord } from '../people.ts';
import type { ForeignSource, SourceContext } from '../source.ts';

/** A comment of another system. Times are ISO 8601. */
export interface ForeignComment {
  /** Unique in the export. */
  id: string;
  /** The comment that it answers. */
  parent: string | undefined;
  /** Where the post was, as a URL or a path, and its title. Empty if the export has none. */
  address: string;
  title: string;
  /** Identifies the writer: for example, an email or an account there. */
  writer: string;
  name: string;
  /** Empty if the export has none. */
  email: string;
  /** In the format of comments here. */
  content: string;
  createdAt: string;
  state: 'visible' | 'held';
}

export interface ForeignComments {
  /** As in "Disqus export". */
  system: string;
  comments: ForeignComment[];
  /** Reasons why comments are left out, such as "spam", with their number. */
  leftOut: Map<string, number>;
}

/** Returns the comments as an import. They're added to posts that already exist here. */
export function commentSource(found: ForeignComments): ForeignSource {
  const { system, comments } = found;
  const places = new Set(comments.map(({ address, title }) => address || title));
  const posts = plural(places.size, 'post');
  return {
    summary: `${system} export, ${plural(comments.length, 'comment')} on ${posts}`,
    records: (context) => records(found, context),
  };
}

async function* records(
  { system, comments, leftOut }: ForeignComments,
  context: SourceContext,
): AsyncGenerator<RawRecord> {
  const { report } = context;
  for (const [what, count] of leftOut) {
    report.add('source', `comments (${what})`, `${plural(count, 'comment')} left out: ${what}.`);
  }
  const posts = await postsOf(comments, context);
  const kept: { comment: ForeignComment; postId: string }[] = [];
  for (const comment of comments) {
    const postId = posts.get(placeOf(comment));
    if (postId !== undefined) kept.push({ comment, postId });
    else {
      report.add('comment', comment.id, `Left out: ${whyMissing(comment)}.`, comment);
    }
  }
  const writers = new Map<string, string>();
  for (const { comment } of kept) {
    const key = writerOf(comment);
    if (writers.has(key)) continue;
    const account = comment.email === '' ? undefined : await context.accountOf(comment.email);
    const id = account?.id ?? stableId('commenter', system, key);
    writers.set(key, id);
    const { name, createdAt } = comment;
    if (!account) yield personRecord({ id, name, role: 'reader', createdAt });
  }
  const ids = new Map(kept.map(({ comment }) => [comment.id, idOf(system, comment)]));
  for (const { comment, postId } of kept) {
    const { id, parent, content, createdAt, state } = comment;
    const raw = {
      _id: ids.get(id),
      postId,
      userId: writers.get(writerOf(comment)),
      parentId: (parent !== undefined && ids.get(parent)) || null,
      content,
      state,
      createdAt,
      updatedAt: createdAt,
    };
    yield { collection: 'comments', raw };
  }
}

function whyMissing({ address, title }: ForeignComment): string {
  if (address === '' && title === '') return 'the export lacks its post';
  return `no post here was at ${address || `"${title}"`}`;
}

/** Returns the ids of the posts, by the places of the comments. */
async function postsOf(comments: ForeignComment[], { postAt }: SourceContext) {
  const posts = new Map<string, string | undefined>();
  for (const { address, title } of comments) {
    const place = placeOf({ address, title });
    if (!posts.has(place)) posts.set(place, await postAt({ address, title }));
  }
  return posts;
}

/** Every site numbers its comments from 1, so the number alone is ambiguous. */
function idOf(system: string, { id, address, createdAt }: ForeignComment): string {
  return stableId('comment', system, `${address} ${createdAt} ${id}`);
}

const placeOf = ({ address, title }: { address: string; title: string }) => `${address}\n${title}`;

/** Identifies the writer without revealing an email. */
function writerOf({ name, writer }: ForeignComment): string {
  return `${name} ${createHash('sha256').update(writer).digest('hex')}`;
}
