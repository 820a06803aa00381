import { and, eq, inArray, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { namesIn } from '../picture-names.ts';
import { type PictureUseKind, pictureUses, posts, type revisions, type users } from '../schema.ts';
import { allRows, partsOf, runSql } from './query.ts';
import { getSetting } from './settings.ts';

/** Something with its texts (URLs, HTML) that may contain pictures. */
export interface Pictured {
  kind: PictureUseKind;
  /** Id of the post and its document, or of the user. */
  ownerId: string;
  /** Of a version; otherwise 0. */
  number?: number;
  texts: (string | undefined)[];
}

interface PicturedFields {
  image: string;
  content: string;
  seo?: { image?: string } | undefined;
}

const textsOf = ({ image, content, seo }: PicturedFields) => [image, content, seo?.image];

/** What a post uses. */
export function postUses(post: PicturedFields & { id: string }): Pictured {
  return { kind: 'post', ownerId: post.id, texts: textsOf(post) };
}

/** What the current revision of a document uses. */
export function draftUses(document: PicturedFields & { id: string }): Pictured {
  return { kind: 'draft', ownerId: document.id, texts: textsOf(document) };
}

/** What a version of a document uses. */
export function revisionUses({
  documentId,
  number,
  meta,
  content,
}: Pick<typeof revisions.$inferSelect, 'documentId' | 'number' | 'meta' | 'content'>): Pictured {
  const texts = textsOf({ ...meta, content });
  return { kind: 'version', ownerId: documentId, number, texts };
}

/** What a user's profile uses. */
export function profileUses({
  id,
  profilePicture,
}: Pick<typeof users.$inferSelect, 'id' | 'profilePicture'>): Pictured {
  return { kind: 'profile', ownerId: id, texts: [profilePicture] };
}

/** Extensions of uploaded pictures, which their smaller copies don't tell. */
const ORIGINALS = ['jpg', 'png', 'webp', 'avif', 'gif'];

/** Returns the names of the pictures that are used. A smaller copy counts as its picture. */
function pictureNamesIn(texts: Pictured['texts']): string[] {
  const names = [...namesIn(texts)].flatMap((name) => {
    const copyOf = /^(.+)-\d+\.(?:avif|webp)$/.exec(name)?.[1];
    return copyOf === undefined
      ? [name]
      : [name, ...ORIGINALS.map((extension) => `${copyOf}.${extension}`)];
  });
  return [...new Set(names)];
}

type UseRow = typeof pictureUses.$inferSelect;

/** Records which pictures something new uses. In the transaction that inserts it. */
export async function addUses(tx: Db, pictured: Pictured): Promise<void> {
  await insertUses(tx, pictured, pictureNamesIn(pictured.texts));
}

async function insertUses(tx: Db, { kind, ownerId, number = 0 }: Pictured, names: string[]) {
  for (const part of partsOf(names)) {
    const rows: UseRow[] = part.map((picture) => ({ picture, kind, ownerId, number }));
    await tx.insert(pictureUses).values(rows).onConflictDoNothing();
  }
}

/**
 * Replaces the recorded picture uses of a text. Call it in the transaction that writes the text: a
 * picture without a recorded use can be deleted.
 */
export async function saveUses(tx: Db, pictured: Pictured): Promise<void> {
  const { ownerId, kind, number = 0, texts } = pictured;
  const isOwn = and(
    eq(pictureUses.ownerId, ownerId),
    eq(pictureUses.kind, kind),
    eq(pictureUses.number, number),
  );
  const rows = await tx.select({ picture: pictureUses.picture }).from(pictureUses).where(isOwn);
  const before = new Set(rows.map(({ picture }) => picture));
  const after = new Set(pictureNamesIn(texts));
  const [added, removed] = [
    [...after].filter((name) => !before.has(name)),
    [...before].filter((name) => !after.has(name)),
  ];
  await insertUses(tx, pictured, added);
  for (const part of partsOf(removed)) {
    await tx.delete(pictureUses).where(and(isOwn, inArray(pictureUses.picture, part)));
  }
}

/** A setting: `done`, or how far the uses of older rows have been recorded. */
export const USES_STATE = 'picture-uses';

/** Whether all uses are recorded. After an upgrade, older rows are read in the background first. */
export async function areUsesKnown(db: Db): Promise<boolean> {
  return (await getSetting(db, USES_STATE)) === 'done';
}

/** SQL: no use of this picture is recorded. */
export function isUnused(tx: Db, picture: SQL): SQL {
  const use = sql`${pictureUses.picture} = ${picture}`;
  return notExists(tx.select({ one: sql`1` }).from(pictureUses).where(use));
}

/**
 * Whether anything uses a picture. On PostgreSQL, transactions that are recording uses are waited
 * for, and new ones wait until the end of this one.
 */
export async function isUsed(tx: Db, picture: string): Promise<boolean> {
  await waitForUses(tx);
  return (await tx.$count(pictureUses, eq(pictureUses.picture, picture))) > 0;
}

/** Does the same, for uses other than in profiles. */
export async function isUsedInPosts(tx: Db, picture: string): Promise<boolean> {
  await waitForUses(tx);
  const isInPost = ne(pictureUses.kind, 'profile');
  return (await tx.$count(pictureUses, and(eq(pictureUses.picture, picture), isInPost))) > 0;
}

async function waitForUses(tx: Db): Promise<void> {
  if (engine === 'postgres') await runSql(tx, sql`lock table picture_uses in share mode`);
}

/** Returns the names of all pictures that are used. */
export async function listUsedPictures(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ picture: pictureUses.picture }).from(pictureUses);
  return rows.map(({ picture }) => picture);
}

/** A use, with what's shown of its owner. */
export interface PictureUseRow {
  picture: string;
  kind: 'post' | 'draft' | 'version' | 'profile';
  id: string;
  /** The author, or the user with the profile. */
  userId: string;
  /** The title or the username. */
  title: string;
  /** Of a public post. */
  slug: string | null;
  /** How many there are of this picture. */
  total: number;
}

const KINDS = ['post', 'draft', 'version', 'profile'] as const;

/**
 * Returns the uses of these pictures: of each, at most `limit`, public posts first. A post, its
 * draft and its versions are one use.
 */
export async function listUses(
  db: Db,
  pictures: string[],
  limit: number,
): Promise<PictureUseRow[]> {
  if (pictures.length === 0) return [];
  const names = sql.join(
    pictures.map((picture) => sql`${picture}`),
    sql`, `,
  );
  const rows = await allRows<Omit<PictureUseRow, 'kind'> & { rank: number }>(
    db,
    sql`select picture, rank, owner_id as id, total, posts.slug,
        coalesce(posts.title, documents.title, username, '') as title,
        coalesce(posts.user_id, documents.user_id, users.id, '') as "userId"
      from (
        select picture, owner_id, rank, count(*) over (partition by picture) as total,
          row_number() over (partition by picture order by rank, owner_id desc) as place
        from (
          select picture, owner_id, min(case when kind = 'post' and posts.id is not null then 0
            when kind in ('post', 'draft') then 1 when kind = 'version' then 2 else 3 end) as rank
          from picture_uses left join ${posts} as posts on posts.id = owner_id
          where picture in (${names}) group by picture, owner_id
        ) as found
      ) as ranked
      left join ${posts} as posts on rank = 0 and posts.id = owner_id
      left join documents on rank in (1, 2) and documents.id = owner_id
      left join users on rank = 3 and users.id = owner_id
      where place <= ${limit}
      order by picture, place`,
  );
  return rows.map(({ rank, total, ...row }) => ({
    ...row,
    total: Number(total),
    kind: KINDS[rank] ?? 'version',
  }));
}
