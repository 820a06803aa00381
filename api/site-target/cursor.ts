import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Manifest } from './manifest.ts';

/** What `DATA_DIR/published.json` says about the feed of changes. */
const stateSchema = z.object({ feed: z.string(), cursor: z.number() });

/** Returns the last change that the site of this node contains, or `null` if that isn't known. */
async function publishedSeq(dataDir: string, feed: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'published.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return null;
  const state = stateSchema.safeParse(JSON.parse(text));
  return state.success && state.data.feed === feed ? state.data.cursor : null;
}

/**
 * Returns the last change that the site of this node contains, to be stored when it's copied. Returns
 * `undefined` when the bucket has later ones, from another node: our pages would replace newer ones.
 */
export async function cursorFor(
  manifest: Manifest,
  { dataDir, feed }: { dataDir: string; feed: string },
): Promise<number | null | undefined> {
  const seq = await publishedSeq(dataDir, feed);
  if (seq === null) return manifest.seq;
  return seq < (manifest.seq ?? 0) ? undefined : seq;
}
