import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { StoryTime } from '../../db/queries/stories.ts';
import { atomicWrite } from '../files/atomic-write.ts';

const FILE = '.draft.json';
/** Linux has a new ID here after each boot. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

const fileSchema = z.object({
  boot: z.string(),
  feed: z.string(),
  seq: z.int().nonnegative(),
  stories: z.object({ at: z.number(), shown: z.string() }),
}) satisfies z.ZodType<DraftStart & { boot: string }>;

/**
 * The state of the site when a draft was started. Later changes are also published into the draft.
 */
export interface DraftStart {
  /** Id of the feed of changes. */
  feed: string;
  /** The last change in the database. */
  seq: number;
  /** The time whose stories the pages show in "Recent Stories". */
  stories: StoryTime;
}

/** Allows another process to continue a draft. Call it when the assets are complete. */
export async function writeDraftStart(root: string, start: DraftStart): Promise<void> {
  const boot = await bootId();
  if (boot === undefined) return;
  await atomicWrite(join(root, FILE), Buffer.from(JSON.stringify({ ...start, boot })));
}

/**
 * Returns the start of the draft in a folder, or `undefined` if it can't be continued. After a
 * reboot it can't: its pages weren't synced to disk, so they may be empty.
 */
export async function readDraftStart(root: string): Promise<DraftStart | undefined> {
  try {
    const text = await readFile(join(root, FILE), 'utf8');
    const { boot, ...start } = fileSchema.parse(JSON.parse(text));
    return boot === (await bootId()) ? start : undefined;
  } catch {
    return undefined;
  }
}

export async function removeDraftStart(root: string): Promise<void> {
  await rm(join(root, FILE), { force: true });
}

/** Returns an ID that changes with every reboot, or `undefined` if the system has none. */
async function bootId(): Promise<string | undefined> {
  return await readFile(BOOT_ID, 'utf8').then(
    (id) => id.trim(),
    () => undefined,
  );
}
