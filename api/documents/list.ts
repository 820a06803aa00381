import type { Db } from '../../db/client.ts';
import {
  countDocuments,
  type DocumentCard,
  type DocumentFilter,
  type DocumentPage,
  findContents,
  findDocumentContent,
  listDocumentAuthors,
  listDocuments,
} from '../../db/queries/documents.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../access/permissions.ts';
import { type Bytes, toJsonBytes } from '../answer-cache.ts';
import type { DocumentList } from '../contract/documents.ts';
import { contentPage, inTurn, listJson } from '../http/content-page.ts';
import type { Services } from '../services.ts';
import type { DocumentsQuery } from './input.ts';
import type { DocumentSearch } from './search.ts';
import { findSlugsOfSeries, toListed } from './serialize.ts';
import { formsOfTag } from './suggestions.ts';

/** Returns the documents that match a query, as JSON. Authors see only their own. */
export async function readList(
  { database, documentSearch }: Pick<Services, 'database' | 'documentSearch'>,
  user: UserRow,
  { filter, page, withPictures, withContent }: DocumentsQuery,
): Promise<Bytes> {
  const { read: db } = database;
  const seesAll = can(user, 'document.write');
  const isOthers = filter.userId !== undefined && filter.userId !== user.id;
  if (!seesAll && (isOthers || filter.kind === 'page')) {
    return toJsonBytes({ documents: [], totalDocuments: 0 } satisfies DocumentList);
  }
  const { tag } = filter;
  const seen: DocumentFilter = {
    ...filter,
    ...(!seesAll && { userId: user.id }),
    tag: tag ? await formsOfTag(db, user, tag) : undefined,
  };
  const { documents, totalDocuments } = hasWords(seen)
    ? await search(db, documentSearch, seen, page, user.id)
    : await listAll(db, seen, page);
  const slugs = await findSlugsOfSeries(db, documents);
  const toRecord = (row: DocumentCard) => toListed(row, slugs);
  const records = withContent
    ? await withContents(db, documents, { toRecord, limit: page.limit, userId: user.id })
    : documents.map((row) => toJsonBytes(toRecord(row)));
  const shown = documents.slice(0, records.length);
  const pictures = withPictures ? { pictures: await picturesOf(db, shown) } : {};
  return listJson('documents', records, { totalDocuments, ...pictures });
}

const hasWords = ({ searchTerm = '' }: Pick<DocumentFilter, 'searchTerm'>) =>
  searchTerm.trim() !== '';

async function listAll(db: Db, filter: DocumentFilter, page: DocumentPage) {
  const [documents, totalDocuments] = await Promise.all([
    listDocuments(db, filter, page),
    countDocuments(db, filter),
  ]);
  return { documents, totalDocuments };
}

async function search(
  db: Db,
  documentSearch: DocumentSearch,
  filter: DocumentFilter,
  page: DocumentPage,
  userId: string,
) {
  const { total, seqs } = await documentSearch.find(filter, page, userId);
  const documents = seqs.length > 0 ? await listDocuments(db, filter, page, seqs) : [];
  return { documents, totalDocuments: total };
}

async function withContents(
  db: Db,
  cards: DocumentCard[],
  {
    toRecord,
    limit,
    userId,
  }: { toRecord: (row: DocumentCard) => object; limit: number; userId: string },
) {
  const contents = await findContents(
    db,
    cards.map(({ id }) => id),
  );
  const rows = cards.flatMap((card) => {
    const found = contents.get(card.id);
    return found ? [{ ...card, ...found }] : [];
  });
  return await inTurn(userId, rows, () =>
    contentPage(rows, {
      limit,
      readContent: (id) => findDocumentContent(db, id),
      toRecord: (row, content) => ({ ...toRecord(row), content }),
    }),
  );
}

async function picturesOf(db: Db, documents: DocumentCard[]) {
  const urls = documents.map(({ image }) => image).filter((image) => image !== '');
  const found = await findPictures(db, [...new Set(urls)]);
  return found.map(({ url, width, height, widths }) => ({ url, width, height, widths }));
}

/** Returns the authors of documents that the user may see. */
export async function listAuthors(
  db: Db,
  user: UserRow,
): Promise<{ _id: string; username: string }[]> {
  if (!can(user, 'document.write')) return [{ _id: user.id, username: user.username }];
  const found = await listDocumentAuthors(db);
  return found.map(({ id, username }) => ({ _id: id, username }));
}
