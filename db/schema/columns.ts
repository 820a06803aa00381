import { engine } from '../engine.ts';
import { postgres } from './postgres.ts';
import { sqlite } from './sqlite.ts';
import { newId } from './types.ts';

/** Both engines have the same functions, so the types of one work for both. */
const kit = engine === 'postgres' ? (postgres as unknown as typeof sqlite) : sqlite;

export const { table, view, check, index, uniqueIndex, primaryKey, caseless } = kit;
export const { text, integer, bigint, boolean, instant, json } = kit;

/**
 * Grows with every insert, and breaks ties between rows of the same millisecond, so every list has
 * one order.
 */
export const seq = kit.seq;
/** An opaque id, visible to clients. */
export const id = () => text('id').notNull().unique().$defaultFn(newId);
export const createdAt = () => instant('created_at').notNull();
export const updatedAt = () => instant('updated_at').notNull();
export const expiresAt = () => instant('expires_at').notNull();
/**
 * The normal form of a label (`../words.ts`), which identifies a tag, series or category. Null if
 * the label is older than this column and has the same normal form as another one.
 */
export const labelKey = () => text('key').unique();
export const flag = (name: string) => boolean(name).notNull().default(false);
