import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { countDemo } from '../../db/queries/demo.ts';
import { countPosts } from '../../db/queries/posts.ts';
import {
  getSetting,
  insertSetting,
  lockSetting,
  setSetting,
  takeSetting,
} from '../../db/queries/settings.ts';
import { findNewestSiteVersion } from '../../db/queries/site-versions.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { FIRST_STEPS, type FirstStart, type FirstStep } from '../contract/first-start.ts';
import { passkeyHost } from '../contract/passkeys.ts';
import type { Services } from '../services.ts';

/** The setting of an unfinished first start. Sites that are set up don't have it. */
const KEY = 'first-start';
const NOTHING: FirstStart = { steps: [], next: null };

const stored = z.object({ userId: z.string(), done: z.array(z.enum(FIRST_STEPS)) });
type Stored = z.output<typeof stored>;

export const firstStepInput = z.object({
  step: z.enum(FIRST_STEPS, `step must be one of ${FIRST_STEPS.join(', ')}.`),
});

/**
 * Starts the steps for the first administrator, who was just created. A site with posts or settings
 * of its own has been set up before: it has lost its administrators, or its content was imported.
 */
export async function offerFirstStart(tx: Db, userId: string): Promise<void> {
  const isNew = (await countPosts(tx)) === 0 && (await findNewestSiteVersion(tx)) === undefined;
  if (isNew) await insertSetting(tx, KEY, JSON.stringify({ userId, done: [] } satisfies Stored));
}

/** Returns the steps of a user. Only the first administrator of a new site has any. */
export async function readFirstStart(
  { database: { read }, env }: Pick<Services, 'database' | 'env'>,
  userId: string,
): Promise<FirstStart> {
  return await toFirstStart(read, env, parse(await getSetting(read, KEY), userId));
}

/** Records that a step is done or skipped, so that no browser shows it again. */
export async function finishFirstStep(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  step: FirstStep,
): Promise<FirstStart> {
  return await writeAs(services, caller, { verb: 'settings.change' }, async (tx, { id }) => {
    const former = parse(await lockSetting(tx, KEY), id);
    if (!former) return NOTHING;
    const state = { ...former, done: [...new Set([...former.done, step])] };
    const firstStart = await toFirstStart(tx, services.env, state);
    if (firstStart.next === null) await takeSetting(tx, KEY);
    else await setSetting(tx, KEY, JSON.stringify(state));
    return firstStart;
  });
}

function parse(json: string | undefined, userId: string): Stored | null {
  if (json === undefined) return null;
  const state = stored.parse(JSON.parse(json));
  return state.userId === userId ? state : null;
}

/** Leaves out steps that this site can't offer. Finished ones still count. */
async function toFirstStart(
  db: Db,
  { siteUrl }: Pick<Services['env'], 'siteUrl'>,
  state: Stored | null,
): Promise<FirstStart> {
  if (!state) return NOTHING;
  const demo = await countDemo(db);
  const isOffered = {
    site: true,
    profile: true,
    demo: demo.posts > 0 || demo.users > 0,
    passkey: passkeyHost(siteUrl) !== undefined,
  };
  const steps = FIRST_STEPS.filter((step) => isOffered[step] || state.done.includes(step));
  return { steps, next: steps.find((step) => !state.done.includes(step)) ?? null };
}
