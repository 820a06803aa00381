import { eq, inArray } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../client.ts';
import { normalForm } from '../words.ts';
import { firstFree } from './free-slug.ts';

/** A table of labels: tags, series or categories. */
export type LabelTable = SQLiteTable & { slug: SQLiteColumn; key: SQLiteColumn };

/** A label as typed. */
export interface Typed {
  label: string;
  /** The slug for a new one, if it's free. */
  slug: string;
}

export interface Resolved extends Typed {
  key: string;
  /** Whether the table doesn't have it yet. */
  isNew: boolean;
}

/**
 * Returns labels with their slugs, each label once. New labels get a free slug, and the caller
 * inserts them in the same transaction. If another transaction inserts the same label first, the
 * insertion violates a constraint, and the transaction runs again.
 */
export async function resolveLabels(
  tx: Db,
  table: LabelTable,
  typed: readonly Typed[],
): Promise<Resolved[]> {
  if (typed.length === 0) return [];
  const keys = typed.map(({ label }) => normalForm(label));
  const rows = await tx
    .select({ slug: table.slug, key: table.key })
    .from(table)
    .where(inArray(table.key, keys));
  const known = new Map(rows.map(({ slug, key }) => [key, String(slug)]));
  const resolved: Resolved[] = [];
  for (const [index, { label, slug }] of typed.entries()) {
    const key = keys[index] ?? '';
    const own = known.get(key);
    const taken = new Set(resolved.map((other) => other.slug));
    // Documents of earlier versions can have the same tag twice.
    if (own !== undefined && taken.has(own)) continue;
    const free = own ?? (await freeSlug(tx, table, slug, taken));
    known.set(key, free);
    resolved.push({ label, slug: free, key, isNew: own === undefined });
  }
  return resolved;
}

async function freeSlug(tx: Db, table: LabelTable, base: string, taken: ReadonlySet<string>) {
  return await firstFree(base, async (wanted) => {
    const { slug } = table;
    const rows = await tx.select({ slug }).from(table).where(inArray(slug, wanted));
    return new Set([...taken, ...rows.map((row) => String(row.slug))]);
  });
}

/** Returns the slug of a label, or `undefined` if the table doesn't have it. */
export async function findLabel(
  db: Db,
  table: LabelTable,
  label: string,
): Promise<string | undefined> {
  const { slug, key } = table;
  const [row] = await db
    .select({ slug })
    .from(table)
    .where(eq(key, normalForm(label)));
  return row && String(row.slug);
}
