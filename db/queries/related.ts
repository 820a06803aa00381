import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
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
 * title in their texts, category. Ties go to the closest in time. Reads a bounded part of each
 * list.
 */
export async function listRelatedPosts(db: Db, post: Subject, limit: number): Promise<PostCard[]> {
  // Chosen before their cards are read: reading them takes longer than choosing.
  const best = sql`(
    with candidates as materialized ${candidates(post, WINDOW)},
    ranked as materialized (
      select seq, points + ${wordPoints(post.title)} as total from candidates)
    select ranked.seq, total from ranked inner join ${posts} on ${posts.seq} = ranked.seq
    where total > 0 and ${ne(posts.id, post.id)}
    order by ${sql.join(bestFirst(post), sql`, `)} limit ${limit}
  ) as best`;
  return await selectCards(db)
    .innerJoin(best, eq(posts.seq, sql`best.seq`))
    .orderBy(...bestFirst(post));
}

const bestFirst = ({ createdAt }: Subject) => [
  desc(sql`total`),
  sql`abs(${posts.createdAt} - ${createdAt.getTime()})`,
  desc(posts.seq),
];

/**
 * Returns the slugs of all posts that may have the given post among their related posts: if it's
 * close to them in a list, they're close to it. The windows are twice as large, because pages are
 * older than the lists.
 */
export async function listPossiblyRelated(db: Db, post: Subject): Promise<string[]> {
  const rows = await db
    .select({ slug: posts.slug })
    .from(posts)
    .innerJoin(
      sql`${candidates(post, 2 * WINDOW)} as candidates`,
      eq(posts.seq, sql`candidates.seq`),
    )
    .where(ne(posts.id, post.id));
  return rows.map(({ slug }) => slug);
}

type Side = 'older' | 'newer';

/**
 * SQL: the posts around a post in the lists that it's in, and those around it in time, with the
 * points for what they have in common.
 */
function candidates(post: Subject, window: number): SQL {
  const lists = [
    ...sides(closeTo(post), 0),
    ...post.tags.flatMap((tag) => sides(taggedAround(tag, post), POINTS.tag)),
    ...post.series.map((slug) => scored(inSeries(slug), POINTS.series)),
    ...(post.category === 'uncategorized' ? [] : sides(categorizedAround(post), POINTS.category)),
  ];
  return sql`(
    select seq, sum(points) as points from (${sql.join(lists, sql` union all `)}) as found
    group by seq)`;

  /** The part of a list before the post, and the part after it. */
  function sides(listOn: (side: Side) => SQL, points: number): SQL[] {
    const part = (side: Side) => scored(sql`${listOn(side)} limit ${window}`, points);
    return [part('older'), part('newer')];
  }
}

const scored = (seqs: SQL, points: number) =>
  sql`select seq, ${sql.raw(String(points))} as points from (${seqs}) as part`;

/** SQL: the points of a candidate for the words of a title that it has. */
function wordPoints(title: string): SQL {
  const points = titleWords(title).map((word) => {
    const hasWord = engine === 'postgres' ? hasWordOnPostgres(word) : hasWordOnSqlite(word);
    return sql`case when ${hasWord} then ${sql.raw(String(POINTS.word))} else 0 end`;
  });
  return sql.join([sql`0`, ...points], sql` + `);
}

const hasWordOnPostgres = (word: string) =>
  sql`exists (select 1 from post_words
    where words @@ ${`'${word}'`}::tsquery and post_seq = candidates.seq)`;

/**
 * Reads a word's list of posts once. Looking up each candidate in it takes 20 ms if every title has
 * the word, as in "Episode 123".
 */
const hasWordOnSqlite = (word: string) =>
  sql`candidates.seq in (select rowid from post_words_fts
    where post_words_fts match ${`"${word}"`}
    and rowid >= (select min(seq) from candidates)
    and rowid <= (select max(seq) from candidates))`;

function taggedAround(tag: string, { createdAt, seq }: Subject) {
  const { createdAt: at, postSeq } = publicTags;
  const key = sql`(${createdAt.getTime()}, ${seq})`;
  return (side: Side) =>
    sql`select ${postSeq} as seq from ${publicTags}
      where ${publicTags.tag} = ${tag} and (${at}, ${postSeq}) ${sql.raw(side === 'older' ? '<' : '>')} ${key}
      order by ${ordered(side, at)}, ${ordered(side, postSeq)}`;
}

function categorizedAround(post: Subject) {
  return (side: Side) => around(post, side, sql`${posts.category} = ${post.category} and`);
}

function closeTo(post: Subject) {
  return (side: Side) => around(post, side, sql``);
}

function around(post: Subject, side: Side, condition: SQL): SQL {
  return sql`select ${posts.seq} as seq from ${posts}
    where ${condition} ${side === 'older' ? isOlder(post) : isNewer(post)}
    order by ${ordered(side, posts.createdAt)}, ${ordered(side, posts.seq)}`;
}

function inSeries(slug: string): SQL {
  return sql`select ${posts.seq} as seq from ${posts} where ${posts.id} in (
    select ${seriesPosts.postId} from ${seriesPosts}
    where ${seriesPosts.series} = ${slug} and ${CURRENT_PART})`;
}

const ordered = (side: Side, column: Parameters<typeof asc>[0]) =>
  side === 'older' ? desc(column) : asc(column);

function titleWords(title: string): string[] {
  return wordsOf(title)
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);
}
