import type { Db } from '../../db/client.ts';
import {
  countDocuments,
  type DocumentCard,
  findContents,
  listDocumentAuthors,
  listDocuments,
} from '../../db/queries/documents.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../auth/permissions.ts';
import type { DocumentAuthor, DocumentList } from '../contract/documents.ts';
import type { DocumentsQuery } from './input.ts';
import { toListed } from './serialize.ts';

/** Returns the documents that match a query. Authors see only their own. */
export async function readList(
  db: Db,
  user: UserRow,
  { filter, page, withPictures, withContent }: DocumentsQuery,
): Promise<DocumentList> {
  const seesAll = can(user, 'document.write');
  if (!seesAll && filter.userId !== undefined && filter.userId !== user.id) {
    return { documents: [], totalDocuments: 0 };
  }
  const seen = seesAll ? filter : { ...filter, userId: user.id };
  const [documents, totalDocuments] = await Promise.all([
    listDocuments(db, seen, page),
    countDocuments(db, seen),
  ]);
  const contents = withContent ? await findContents(db, documents) : undefined;
  const pictures = withPictures ? { pictures: await picturesOf(db, documents) } : {};
  const listed = documents.map((row) => ({
    ...toListed(row),
    ...(contents && { content: contents.get(row.id) ?? '' }),
  }));
  return { documents: listed, totalDocuments, ...pictures };
}

async function picturesOf(db: Db, documents: DocumentCard[]) {
  const urls = documents.map(({ image }) => image).filter((image) => image !== '');
  const found = await findPictures(db, [...new Set(urls)]);
  return found.map(({ url, width, height, widths }) => ({ url, width, height, widths }));
}

/** Returns who has written documents, as far as the user may see them. */
export async function listAuthors(db: Db, user: UserRow): Promise<DocumentAuthor[]> {
  if (!can(user, 'document.write')) return [{ _id: user.id, username: user.username }];
  const found = await listDocumentAuthors(db);
  return found.map(({ id, username }) => ({ _id: id, username }));
}
