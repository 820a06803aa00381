import { type SQLWrapper, sql } from 'drizzle-orm';

/** Longer contents are read one at a time, and only if needed. */
const MAX_INLINE_BYTES = 32 * 1024;

/** A row of a list with its content. */
export interface ContentRow {
  id: string;
  /** `null` for a long content, which isn't read with the list. */
  content: string | null;
  /** Size of the content in UTF-8. */
  contentBytes: number;
}

/** The columns of a `ContentRow`. The size is read without the content. */
export function contentColumns(content: SQLWrapper) {
  const bytes = sql`octet_length(${content})`;
  const isShort = sql`${bytes} <= ${sql.raw(String(MAX_INLINE_BYTES))}`;
  return {
    content: sql<string | null>`case when ${isShort} then ${content} end`,
    contentBytes: sql<number>`${bytes}`.mapWith(Number),
  };
}
