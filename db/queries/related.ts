import { asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { posts, publicTags, seriesPosts } from '../schema.ts';
import { wordsOf } from '../words.ts';
import { CURRENT_PART } from './post-lists.ts';
import { isOlder } from './post-page.ts';
import { isNewer, type PostCard, type PostRow, selectCards } from './posts.ts';

/** A post, with the lists that it is in. */
export interface Subject extends Pick<PostRow, 'id' | 'seq' | 'createdAt' | 'title' | 'category'> {
  /** Slugs. */
  tags: readonly string[];
  series: readonly string[];
}

/**
 * Posts read from each list, on each side of the post. Only posts close in time are considered, so
 * a new post affects its neighbors' pages and not every post with the same tag.
 */
const WINDOW = 15;
/** Words of the title that are looked up. In any language, long words tend to be rare. */
const MAX_WORDS = 2;
const MIN_WORD_LENGTH = 5;

const POINTS = { tag: 4, series: 3, word: 1, category: 1 };

/**
 * Returns the posts that have the most in common with the given post: tags, series, words of its
 * title, category. Ties go to the closest in time. Reads a bounded part of each list.
 */
export async function listRelatedPosts(db: Db, post: Subject, limit: number): Promise<PostCard[]> {
  const lists = [
    ...post.tags.flatMap((tag) => sides(taggedAround(tag, post), POINTS.tag)),
    ...post.series.map((slug) => scored(inSeries(slug), POINTS.series)),
    ...titleWords(post.title).flatMap((word) => sides(withWord(word, post), POINTS.word)),
    ...(post.category === 'uncategorized' ? [] : sides(categorizedAround(post), POINTS.category)),
  ];
  if (lists.length === 0) return [];
  const ranked = sql`(
    select seq, sum(points) as total from (${sql.join(lists, sql` union all `)}) as found
    group by seq
  ) as ranked`;
  return await selectCards(db)
    .innerJoin(ranked, eq(posts.seq, sql`ranked.seq`))
    .where(ne(posts.id, post.id))
    .orderBy(
      desc(sql`ranked.total`),
      sql`abs(${posts.createdAt} - ${post.createdAt.getTime()})`,
      desc(posts.seq),
    )
    .limit(limit);
}

type Side = 'older' | 'newer';

const scored = (seqs: SQL, points: number) =>
  sql`select seq, ${sql.raw(String(points))} as points from (${seqs}) as part`;

/** The part of a list before the post, and the part after it. */
function sides(listOn: (side: Side) => SQL, points: number): SQL[] {
  return [scored(listOn('older'), points), scored(listOn('newer'), points)];
}

function taggedAround(tag: string, { createdAt, seq }: Subject) {
  const { createdAt: at, postSeq } = publicTags;
  const key = sql`(${createdAt.getTime()}, ${seq})`;
  return (side: Side) =>
    sql`select ${postSeq} as seq from ${publicTags}
      where ${publicTags.tag} = ${tag} and (${at}, ${postSeq}) ${comparison(side)} ${key}
      order by ${ordered(side, at)}, ${ordered(side, postSeq)} limit ${WINDOW}`;
}

function categorizedAround(post: Subject) {
  return (side: Side) =>
    sql`select ${posts.seq} as seq from ${posts}
      where ${posts.category} = ${post.category}
        and ${side === 'older' ? isOlder(post) : isNewer(post)}
      order by ${ordered(side, posts.createdAt)}, ${ordered(side, posts.seq)} limit ${WINDOW}`;
}

function inSeries(slug: string): SQL {
  return sql`select ${posts.seq} as seq from ${posts} where ${posts.id} in (
    select ${seriesPosts.postId} from ${seriesPosts}
    where ${seriesPosts.series} = ${slug} and ${CURRENT_PART} limit ${2 * WINDOW})`;
}

function withWord(word: string, { seq }: Subject) {
  const [column, found] =
    engine === 'postgres'
      ? [sql`post_seq`, sql`from post_words where words @@ ${`'${word}'`}::tsquery`]
      : [sql`rowid`, sql`from post_words_fts where post_words_fts match ${`"${word}"`}`];
  return (side: Side) =>
    sql`select ${column} as seq ${found} and ${column} ${comparison(side)} ${seq}
      order by ${ordered(side, column)} limit ${WINDOW}`;
}

const comparison = (side: Side) => (side === 'older' ? sql`<` : sql`>`);
const ordered = (side: Side, column: SQL | Parameters<typeof asc>[0]) =>
  side === 'older' ? desc(column) : asc(column);

function titleWords(title: string): string[] {
  return wordsOf(title)
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);
}
