import { bigint, bigserial, boolean, customType } from 'drizzle-orm/pg-core';
import { newId } from '../types.ts';

/** Compared and sorted by code points, as in SQLite, whatever the locale of the database is. */
const collated = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
/** The allowed values are in `../sqlite/`, whose types every query sees. */
export const text = (name: string, _options?: { enum: readonly string[] }) => collated(name);
export const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text collate "C"',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (stored) => JSON.parse(stored),
});
/** Milliseconds since 1970. */
export const instant = customType<{ data: Date; driverData: number }>({
  dataType: () => 'bigint',
  toDriver: (date) => date.getTime(),
  fromDriver: (stored) => new Date(Number(stored)),
});
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const wholeNumber = (name: string) => bigint(name, { mode: 'number' });

export const id = () => text('id').notNull().unique().$defaultFn(newId);
/** Breaks ties between rows of the same millisecond. */
export const seq = () => bigserial('seq', { mode: 'number' }).primaryKey();
export const createdAt = () => instant('created_at').notNull();
export const updatedAt = () => instant('updated_at').notNull();
export const expiresAt = () => instant('expires_at').notNull();
export const flag = (name: string) => boolean(name).notNull().default(false);
