import { integer, text } from 'drizzle-orm/sqlite-core';
import { newId } from '../types.ts';

/**
 * `seq` is SQLite's rowid: it grows with every insert and breaks ties between rows of the same
 * millisecond, so that every list has one order. `id` is opaque, and what clients see.
 */
export const id = () => text('id').notNull().unique().$defaultFn(newId);
export const seq = () => integer('seq').primaryKey({ autoIncrement: true });
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });
export const createdAt = () => instant('created_at').notNull();
export const updatedAt = () => instant('updated_at').notNull();
export const expiresAt = () => instant('expires_at').notNull();
export const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);
