import { and, eq, inArray, lte, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { namesIn } from '../picture-names.ts';
import {
  PICTURE_USE_KINDS,
  type PictureUseKind,
  pictureUses,
  published,
  type revisions,
  type siteVersions,
  type users,
} from '../schema.ts';
import { allRows, partsOf, runSql } from './query.ts';
import { getSetting } from './settings.ts';

/** A record with its texts (URLs, HTML) that may contain pictures. */
export interface Pictured {
  kind: PictureUseKind;
  /** Id of the post and its document, or of the user. `site` for the site's settings. */
  ownerId: string;
  /** Number of a version, also of the site's settings; otherwise 0. */
  number?: number;
  texts: (string | undefined)[];
}

interface PicturedFields {
  image: string;
  content: string;
  seo?: { image?: string } | undefined;
}

const textsOf = ({ image, content, seo }: PicturedFields) => [image, content, seo?.image];

/** Returns the pictures in a post. */
export function postUses(post: PicturedFields & { id: string }): Pictured {
  return { kind: 'post', ownerId: post.id, texts: textsOf(post) };
}

/** Returns the pictures in the current revision of a document. */
export function draftUses(document: PicturedFields & { id: string }): Pictured {
  return { kind: 'draft', ownerId: document.id, texts: textsOf(document) };
}

/** Returns the pictures in a version of a document. */
export function revisionUses({
  documentId,
  number,
  meta,
  content,
}: Pick<typeof revisions.$inferSelect, 'documentId' | 'number' | 'meta' | 'content'>): Pictured {
  const texts = textsOf({ ...meta, content });
  return { kind: 'version', ownerId: documentId, number, texts };
}

/** Returns the pictures in a user's profile. */
export function profileUses({
  id,
  profilePicture,
}: Pick<typeof users.$inferSelect, 'id' | 'profilePicture'>): Pictured {
  return { kind: 'profile', ownerId: id, texts: [profilePicture] };
}

/** Returns the pictures in a version of the site's settings. */
export function siteUses({
  number,
  site,
}: Pick<typeof siteVersions.$inferSelect, 'number' | 'site'>): Pictured {
  return { kind: 'site', ownerId: 'site', number, texts: [site] };
}

/** Extensions of uploaded pictures. The names of smaller copies don't include them. */
const ORIGINALS = ['jpg', 'png', 'webp', 'avif', 'gif'];

/** Returns the names of the used pictures. A smaller copy counts as its picture. */
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

/** Records the pictures in a new record. Call it in the transaction that inserts it. */
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

/** Deletes the recorded picture uses of the site's settings up to this version. */
export async function deleteSiteUses(tx: Db, last: number): Promise<void> {
  await tx
    .delete(pictureUses)
    .where(and(eq(pictureUses.kind, 'site'), lte(pictureUses.number, last)));
}

/** A setting: `done`, or the position up to which the uses of older rows are recorded. */
export const USES_STATE = 'picture-uses';

/**
 * Returns whether all uses are recorded. After an upgrade, older rows are first read in the
 * background.
 */
export async function areUsesKnown(db: Db): Promise<boolean> {
  return (await getSetting(db, USES_STATE)) === 'done';
}

/** SQL: no use of this picture is recorded. */
export function isUnused(tx: Db, picture: SQL): SQL {
  const use = sql`${pictureUses.picture} = ${picture}`;
  return notExists(tx.select({ one: sql`1` }).from(pictureUses).where(use));
}

/**
 * Returns whether a picture is in use. On PostgreSQL, waits for transactions that are recording
 * uses, and blocks new ones until the end of this transaction.
 */
export async function isUsed(tx: Db, picture: string): Promise<boolean> {
  await waitForUses(tx);
  return (await tx.$count(pictureUses, eq(pictureUses.picture, picture))) > 0;
}

/** Like `isUsed`, without profiles. */
export async function isUsedInPosts(tx: Db, picture: string): Promise<boolean> {
  await waitForUses(tx);
  const isInPost = ne(pictureUses.kind, 'profile');
  return (await tx.$count(pictureUses, and(eq(pictureUses.picture, picture), isInPost))) > 0;
}

async function waitForUses(tx: Db): Promise<void> {
  if (engine === 'postgres') await runSql(tx, sql`lock table picture_uses in share mode`);
}

/** Returns the names of all used pictures. */
export async function listUsedPictures(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ picture: pictureUses.picture }).from(pictureUses);
  return rows.map(({ picture }) => picture);
}

/** A use, with its owner's data for display. */
export interface PictureUseRow {
  picture: string;
  kind: PictureUseKind;
  id: string;
  /** The author, or the user with the profile. */
  userId: string;
  /** The title or the username. */
  title: string;
  /** Of a public post. */
  slug: string | null;
  /** Number of uses of this picture. */
  total: number;
}

/**
 * Returns the uses of these pictures: at most `limit` of each, public posts first. A post, its
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
            when kind in ('post', 'draft') then 1 when kind = 'version' then 2
            when kind = 'profile' then 3 else 4 end) as rank
          from picture_uses left join ${published} as posts on posts.id = owner_id
          where picture in (${names}) group by picture, owner_id
        ) as found
      ) as ranked
      left join ${published} as posts on rank = 0 and posts.id = owner_id
      left join documents on rank in (1, 2) and documents.id = owner_id
      left join users on rank = 3 and users.id = owner_id
      where place <= ${limit}
      order by picture, place`,
  );
  return rows.map(({ rank, total, ...row }) => ({
    ...row,
    total: Number(total),
    kind: PICTURE_USE_KINDS[rank] ?? 'version',
  }));
}
