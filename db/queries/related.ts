import { desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { posts, publicTags, seriesPosts } from '../schema.ts';
import { wordsOf } from '../words.ts';
import { CURRENT_PART } from './post-lists.ts';
import { closestFirst, isOn, placeOf, type Side } from './post-page.ts';
import { type PostCard, type PostRow, selectCards } from './posts.ts';
import { numberPlaceholder, prepared, textPlaceholder } from './query.ts';

/** A post, with the lists that it is in. */
export interface Subject extends Pick<PostRow, 'seq' | 'createdAt' | 'title' | 'category'> {
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

/** What the queries depend on. The rest are values of prepared queries. */
interface Shape {
  tags: number;
  series: number;
  hasCategory: boolean;
  words: number;
}

/** Memoizes a query for each shape. */
function preparedFor<Row>(build: (shape: Shape) => Parameters<typeof prepared<Row>>[0]) {
  const queries = new Map<string, ReturnType<typeof prepared<Row>>>();
  return async (db: Db, post: Subject, limit?: number): Promise<Row[]> => {
    const words = titleWords(post.title);
    const shape: Shape = {
      tags: post.tags.length,
      series: post.series.length,
      hasCategory: post.category !== 'uncategorized',
      words: words.length,
    };
    const key = JSON.stringify(shape);
    const query = queries.get(key) ?? prepared(build(shape));
    queries.set(key, query);
    return await query(db, {
      ...placeOf(post),
      ...numbered('tag', post.tags),
      ...numbered('series', post.series),
      ...numbered('word', words.map(termOf)),
      category: post.category,
      limit,
    });
  };
}

/** Names the values of a list: `tag0`, `tag1`, … */
const numbered = (name: string, values: readonly string[]) =>
  Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]));

const placeholders = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => textPlaceholder(`${name}${index}`));

/**
 * Returns the posts that have the most in common with the given post: tags, series, words of its
 * title in their texts, category. Ties go to the closest in time. Reads a bounded part of each
 * list.
 */
export async function listRelatedPosts(db: Db, post: Subject, limit: number): Promise<PostCard[]> {
  return await related(db, post, limit);
}

const related = preparedFor((shape) => (db) => {
  const order = [
    desc(sql`total`),
    sql`abs(${posts.createdAt} - ${numberPlaceholder('at')})`,
    desc(posts.seq),
  ];
  // Chosen before their cards are read: reading them takes longer than choosing.
  const best = sql`(
    with candidates as materialized ${candidates(shape, WINDOW)},
    ranked as materialized (
      select seq, points + ${wordPoints(shape)} as total from candidates)
    select ranked.seq, total from ranked inner join ${posts} on ${posts.seq} = ranked.seq
    where total > 0 and ${isOther}
    order by ${sql.join(order, sql`, `)} limit ${numberPlaceholder('limit')}
  ) as best`;
  return selectCards(db)
    .innerJoin(best, eq(posts.seq, sql`best.seq`))
    .orderBy(...order);
});

/**
 * Returns the slugs of all posts that may have the given post among their related posts: if it's
 * close to them in a list, they're close to it. The windows are twice as large, because pages are
 * older than the lists.
 */
export async function listPossiblyRelated(db: Db, post: Subject): Promise<string[]> {
  return (await possiblyRelated(db, post)).map(({ slug }) => slug);
}

const possiblyRelated = preparedFor(
  (shape) => (db) =>
    db
      .select({ slug: posts.slug })
      .from(posts)
      .innerJoin(
        sql`${candidates(shape, 2 * WINDOW)} as candidates`,
        eq(posts.seq, sql`candidates.seq`),
      )
      .where(isOther),
);

const isOther = ne(posts.seq, numberPlaceholder('seq'));

/**
 * SQL: the posts around a post in the lists that it's in, and those around it in time, with the
 * points for what they have in common.
 */
function candidates({ tags, series, hasCategory }: Shape, window: number): SQL {
  const sides = (listOn: (side: Side) => SQL, points: number) =>
    (['older', 'newer'] as const).map((side) =>
      scored(sql`${listOn(side)} limit ${sql.raw(String(window))}`, points),
    );
  const lists = [
    ...sides((side) => around(side), 0),
    ...placeholders('tag', tags).flatMap((tag) =>
      sides((side) => taggedAround(tag, side), POINTS.tag),
    ),
    ...placeholders('series', series).map((slug) => scored(inSeries(slug), POINTS.series)),
    ...(hasCategory ? sides(categorizedAround, POINTS.category) : []),
  ];
  return sql`(
    select seq, sum(points) as points from (${sql.join(lists, sql` union all `)}) as found
    group by seq)`;
}

const scored = (seqs: SQL, points: number) =>
  sql`select seq, ${sql.raw(String(points))} as points from (${seqs}) as part`;

/** SQL: the points of a candidate for the words of a title that it has. */
function wordPoints({ words }: Shape): SQL {
  const points = placeholders('word', words).map((word) => {
    const hasWord = engine === 'postgres' ? hasWordOnPostgres(word) : hasWordOnSqlite(word);
    return sql`case when ${hasWord} then ${sql.raw(String(POINTS.word))} else 0 end`;
  });
  return sql.join([sql`0`, ...points], sql` + `);
}

/** A word as a search expression. */
const termOf = (word: string) => (engine === 'postgres' ? `'${word}'` : `"${word}"`);

const hasWordOnPostgres = (word: SQL) =>
  sql`exists (select 1 from post_words
    where words @@ ${word}::tsquery and post_seq = candidates.seq)`;

/**
 * Reads a word's list of posts once. Looking up each candidate in it takes 20 ms if every title has
 * the word, as in "Episode 123".
 */
const hasWordOnSqlite = (word: SQL) =>
  sql`candidates.seq in (select rowid from post_words_fts
    where post_words_fts match ${word}
    and rowid >= (select min(seq) from candidates)
    and rowid <= (select max(seq) from candidates))`;

function taggedAround(tag: SQL, side: Side): SQL {
  const { createdAt: at, postSeq } = publicTags;
  return sql`select ${postSeq} as seq from ${publicTags}
    where ${publicTags.tag} = ${tag} and ${isOn(side, sql`${at}, ${postSeq}`)}
    order by ${inOrder(side, at, postSeq)}`;
}

const categorizedAround = (side: Side) =>
  around(side, sql`${posts.category} = ${textPlaceholder('category')} and`);

function around(side: Side, condition = sql``): SQL {
  return sql`select ${posts.seq} as seq from ${posts}
    where ${condition} ${isOn(side)}
    order by ${inOrder(side, posts.createdAt, posts.seq)}`;
}

const inOrder = (...order: Parameters<typeof closestFirst>) =>
  sql.join(closestFirst(...order), sql`, `);

function inSeries(slug: SQL): SQL {
  return sql`select ${posts.seq} as seq from ${posts} where ${posts.id} in (
    select ${seriesPosts.postId} from ${seriesPosts}
    where ${seriesPosts.series} = ${slug} and ${CURRENT_PART})`;
}

function titleWords(title: string): string[] {
  return wordsOf(title)
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);
}
