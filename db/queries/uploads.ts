import type { Db } from '../client.ts';
import { settings } from '../schema.ts';
import type { PictureRow } from './pictures.ts';
import { getSetting, listSettings, setSetting, takeSetting } from './settings.ts';

/** A user's permission to upload one picture under a name. */
export interface Slot {
  name: string;
  userId: string;
  kind: PictureRow['kind'];
  type: `image/${'jpeg' | 'png' | 'webp' | 'avif' | 'gif'}`;
  /** Announced bytes. */
  size: number;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Failed attempts. Absent: none. */
  tries?: number;
}

/** Slots are settings, so every process sees them. The key ends with the file name. */
const SLOT = 'upload:';
/**
 * Names whose slot is used by an upload, with the epoch milliseconds. Kept after the upload until
 * the cleanup. Removed when the slot is put back.
 */
const TAKEN = 'uploading:';
/** Pictures to check an hour after their upload, and remove if unused. */
const RECENT = 'recent-picture:';

const parse = (value: string) => JSON.parse(value) as Slot;

/** Returns false and changes nothing if the name is taken. */
export async function insertSlot(tx: Db, slot: Slot): Promise<boolean> {
  const rows = await tx
    .insert(settings)
    .values({ key: SLOT + slot.name, value: JSON.stringify(slot) })
    .onConflictDoNothing()
    .returning({ key: settings.key });
  return rows.length > 0;
}

export async function findSlot(db: Db, name: string): Promise<Slot | undefined> {
  const value = await getSetting(db, SLOT + name);
  return value === undefined ? undefined : parse(value);
}

/** Deletes and returns a slot, or returns `undefined` if another call was faster. */
export async function takeSlot(tx: Db, name: string): Promise<Slot | undefined> {
  const value = await takeSetting(tx, SLOT + name);
  return value === undefined ? undefined : parse(value);
}

/** Takes a slot for an upload. `isSlotTaken` is true until it's put back. */
export async function useSlot(tx: Db, name: string, at: Date): Promise<Slot | undefined> {
  const slot = await takeSlot(tx, name);
  if (slot !== undefined) await setSetting(tx, TAKEN + name, String(at.getTime()));
  return slot;
}

export async function isSlotTaken(db: Db, name: string): Promise<boolean> {
  return (await getSetting(db, TAKEN + name)) !== undefined;
}

/** Call it after a failed upload. */
export async function forgetTaken(tx: Db, name: string): Promise<void> {
  await takeSetting(tx, TAKEN + name);
}

/** Returns the names that were taken before an instant. */
export async function listTaken(db: Db, before: Date): Promise<string[]> {
  const taken = await listSettings(db, TAKEN);
  return taken.filter(({ value }) => Number(value) < before.getTime()).map(({ name }) => name);
}

export async function listSlots(db: Db): Promise<Slot[]> {
  return (await listSettings(db, SLOT)).map(({ value }) => parse(value));
}

export async function insertRecentPicture(tx: Db, name: string, at: Date): Promise<void> {
  await setSetting(tx, RECENT + name, String(at.getTime()));
}

/** Returns the names of the recent pictures that were uploaded before an instant. */
export async function listRecentPictures(db: Db, before: Date): Promise<string[]> {
  const recent = await listSettings(db, RECENT);
  return recent.filter(({ value }) => Number(value) < before.getTime()).map(({ name }) => name);
}

export async function deleteRecentPicture(tx: Db, name: string): Promise<void> {
  await takeSetting(tx, RECENT + name);
}
