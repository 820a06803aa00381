import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  lt,
  ne,
  not,
  notInArray,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  comments,
  type DocumentKind,
  type DocumentStatus,
  documents,
  posts,
  published,
  users,
  views,
} from '../schema.ts';
import { type ContentRow, contentColumns } from './contents.ts';
import { hasLabel, matchesWords } from './document-words.ts';
import { addUses, draftUses, saveUses } from './picture-uses.ts';
import type { PostRow } from './posts.ts';
import { directionOf, forUpdate, type SortedPage, withoutIndex } from './query.ts';

export type DocumentRow = typeof documents.$inferSelect;
export type NewDocumentRow = Omit<typeof documents.$inferInsert, 'seq'>;
export type DocumentUpdate = Partial<Omit<DocumentRow, 'seq' | 'id' | 'createdAt'>>;

/** A document in a list, without its content. */
export type DocumentCard = Omit<DocumentRow, 'content' | 'text'> & {
  author: string | null;
  comments: number;
  commentsClosed: boolean;
  views: number;
  /** The stored slug of the public post or page, or null if it isn't public. */
  publicSlug: string | null;
};

/** Documents must match all given fields. Trashed ones match only if requested. */
export interface DocumentFilter {
  /** Default: both. */
  kind?: DocumentKind | undefined;
  status?: DocumentStatus | undefined;
  userId?: string | undefined;
  category?: string | undefined;
  /** All spellings of one tag. */
  tag?: string[] | undefined;
  /** Every word of it must be in the title or the text. */
  searchTerm?: string | undefined;
}

export const DOCUMENT_SORT_KEYS = ['updatedAt', 'createdAt', 'title', 'scheduledAt'] as const;
export type DocumentSortKey = (typeof DOCUMENT_SORT_KEYS)[number];
export type DocumentPage = SortedPage<DocumentSortKey>;

const { content: _content, text: _text, ...CARD } = getTableColumns(documents);

/**
 * Returns conditions for the given fields. Without a status, trashed documents match as well.
 * `sortBy` is the order of the list, which decides the index for the planner.
 */
function conditionsOf(
  { kind, status, userId, category, tag, searchTerm }: DocumentFilter,
  sortBy: DocumentSortKey = 'updatedAt',
) {
  // The indexes for these orders include all three columns. On SQLite, the `+` makes the planner
  // use them, instead of sorting all documents with a status, of an author or in a category.
  const inIndex = sortBy === 'createdAt' || sortBy === 'title';
  const equals = (column: SQLWrapper, value: string | undefined) =>
    value === undefined ? undefined : sql`${inIndex ? withoutIndex(column) : column} = ${value}`;
  // There are few pages, so this keeps to the indexes.
  const isPage = sql`${documents.seq} in (select seq from documents where kind = 'page')`;
  return and(
    kind && (kind === 'page' ? isPage : not(isPage)),
    equals(documents.status, status),
    equals(documents.userId, userId),
    equals(documents.category, category),
    tag && or(sql`1 = 0`, ...tag.flatMap(hasLabel)),
    ...matchesWords(searchTerm),
  );
}

const ORDER = {
  updatedAt: documents.updatedAt,
  createdAt: documents.createdAt,
  title: sql`lower(${documents.title})`,
  scheduledAt: documents.scheduledAt,
} as const;

/**
 * The total of a search, and one document of the page. An empty page is one row without a document.
 */
export interface FoundDocument {
  total: number;
  seq: number | null;
}

/**
 * Builds one query for a page of documents that match a filter with a search term, and their total,
 * so the text of each document is read once. Columns aren't converted, so a thread without Drizzle
 * can run the SQL.
 */
export function searchDocuments(
  db: Db,
  filter: DocumentFilter,
  { sortBy = 'updatedAt', sort, startIndex, limit }: DocumentPage,
) {
  const order = directionOf(sort);
  const isListed = filter.status ? undefined : ne(documents.status, 'trashed');
  const matching = db.$with('matching').as(
    db
      .select({
        seq: sql<number>`${documents.seq}`.as('seq'),
        value: sql`${ORDER[sortBy]}`.as('value'),
      })
      .from(documents)
      .where(and(isListed, conditionsOf(filter, sortBy))),
  );
  const totals = db
    .$with('totals')
    .as(db.select({ total: sql<number>`count(*)`.as('total') }).from(matching));
  const page = db
    .$with('page')
    .as(
      db
        .select({ seq: matching.seq, value: matching.value })
        .from(matching)
        .orderBy(order(matching.value), order(matching.seq))
        .limit(limit)
        .offset(startIndex),
    );
  return db
    .with(matching, totals, page)
    .select({
      total: sql<number>`${totals.total}`.mapWith(Number).as('total'),
      seq: sql<number | null>`${page.seq}`.as('seq'),
    })
    .from(totals)
    .leftJoin(page, sql`true`)
    .orderBy(order(page.value), order(page.seq));
}

/**
 * Returns the documents that match a filter, last changed first by default. `found` limits them to
 * the results of a search.
 */
export async function listDocuments(
  db: Db,
  filter: DocumentFilter,
  { sortBy = 'updatedAt', sort, startIndex, limit }: DocumentPage,
  found?: readonly number[],
): Promise<DocumentCard[]> {
  const direction = directionOf(sort);
  const order = [direction(ORDER[sortBy]), direction(documents.seq)];
  // Far pages skip rows in an index, without reading the skipped documents.
  const trashed = db
    .select({ seq: documents.seq })
    .from(documents)
    .where(eq(documents.status, 'trashed'));
  const keys = db
    .select({ seq: documents.seq })
    .from(documents)
    .where(
      and(
        conditionsOf(filter, sortBy),
        filter.status ? undefined : notInArray(documents.seq, trashed),
      ),
    )
    .orderBy(...order)
    .limit(limit)
    .offset(startIndex);
  return await db
    .select({
      ...CARD,
      author: users.username,
      comments:
        sql<number>`(select count(*) from ${comments} where ${comments.postId} = ${documents.id})`.mapWith(
          Number,
        ),
      commentsClosed: sql`exists (select 1 from ${posts}
        where ${posts.id} = ${documents.id} and ${posts.commentsClosed})`.mapWith(Boolean),
      views:
        sql<number>`(select coalesce(sum(${views.views}), 0) from ${views} where ${views.postId} = ${documents.id})`.mapWith(
          Number,
        ),
      publicSlug: published.slug,
    })
    .from(documents)
    .leftJoin(users, eq(users.id, documents.userId))
    .leftJoin(published, eq(published.id, documents.id))
    .where(inArray(documents.seq, found ?? keys))
    .orderBy(...order);
}

/** Returns the contents of documents by id, without long ones. */
export async function findContents(db: Db, ids: string[]): Promise<Map<string, ContentRow>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: documents.id, ...contentColumns(documents.content) })
    .from(documents)
    .where(inArray(documents.id, ids));
  return new Map(found.map((row) => [row.id, row]));
}

export async function findDocumentContent(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ content: documents.content })
    .from(documents)
    .where(eq(documents.id, id));
  return row?.content;
}

export async function countDocuments(db: Db, filter: DocumentFilter): Promise<number> {
  const conditions = conditionsOf(filter);
  if (filter.status) return await db.$count(documents, conditions);
  if (conditions)
    return await db.$count(documents, and(conditions, ne(documents.status, 'trashed')));
  // SQLite counts a whole table without visiting each row, but only without a WHERE clause.
  const [all, trashed] = await Promise.all([
    db.$count(documents),
    db.$count(documents, eq(documents.status, 'trashed')),
  ]);
  return all - trashed;
}

/** Returns the authors of documents, by name. */
export async function listDocumentAuthors(db: Db): Promise<{ id: string; username: string }[]> {
  return await db
    .selectDistinct({ id: users.id, username: users.username })
    .from(documents)
    .innerJoin(users, eq(users.id, documents.userId))
    .orderBy(asc(users.username));
}

export async function findDocument(db: Db, id: string): Promise<DocumentRow | undefined> {
  const [row] = await db.select().from(documents).where(eq(documents.id, id));
  return row;
}

/** Returns a document, and locks it until the end of the transaction. */
export async function lockDocument(tx: Db, id: string): Promise<DocumentRow | undefined> {
  const [row] = await forUpdate(tx.select().from(documents).where(eq(documents.id, id)));
  return row;
}

/** Inserts a document. Throws when the id is taken. */
export async function insertDocument(tx: Db, values: NewDocumentRow): Promise<DocumentRow> {
  const [row] = await tx.insert(documents).values(values).returning();
  if (row === undefined) throw new Error('The document was not written');
  await addUses(tx, draftUses(row));
  return row;
}

/** Updates a document. The caller has locked it. */
export async function updateDocument(
  tx: Db,
  id: string,
  changes: DocumentUpdate,
): Promise<DocumentRow> {
  const [row] = await tx.update(documents).set(changes).where(eq(documents.id, id)).returning();
  if (row === undefined) throw new Error('The document was not written');
  const isPictured = (changes.content ?? changes.image ?? changes.seo) !== undefined;
  if (isPictured) await saveUses(tx, draftUses(row));
  return row;
}

/** Deletes a document with its revisions and links. */
export async function deleteDocument(tx: Db, id: string): Promise<void> {
  await tx.delete(documents).where(eq(documents.id, id));
}

/** Inserts the document of a post that was published without one. */
export async function insertDocumentOf(
  tx: Db,
  { seq: _, isDemo: __, version: ___, guid: ____, ...post }: PostRow,
  more: Partial<NewDocumentRow>,
): Promise<DocumentRow> {
  const shown = { status: 'published', publishedRevision: 1, publishedAt: post.createdAt } as const;
  return await insertDocument(tx, { ...post, ...shown, ...more });
}

/** Returns the ids of documents that were trashed before a time. */
export async function listTrashedBefore(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(lt(documents.trashedAt, at))
    .orderBy(desc(documents.trashedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}
