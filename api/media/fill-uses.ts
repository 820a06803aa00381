import { setTimeout as wait } from 'node:timers/promises';
import { findOtherNode } from '../../db/queries/nodes.ts';
import { saveUses, USES_STATE } from '../../db/queries/picture-uses.ts';
import { readUses, USE_SOURCES, type UsePlace } from '../../db/queries/read-picture-uses.ts';
import { getSetting, setSetting } from '../../db/queries/settings.ts';
import type { Services } from '../services.ts';

/** Rows per transaction, so other writes get a turn. */
const SLICE = 50;
const PAUSE_MS = 5;
/** By then, nodes of an earlier version, which don't record uses, have been replaced. */
const ROLLING_UPGRADE_MS = 60 * 60 * 1000;

/** How far the tables have been read. */
interface State extends UsePlace {
  /** Continue no sooner than this. Epoch milliseconds. */
  notBefore: number;
}

const START: State = { source: USE_SOURCES[0], id: '', number: 0, notBefore: 0 };

interface Options extends Pick<Services, 'database' | 'now'> {
  nodeId: string;
  signal?: AbortSignal;
}

/**
 * Records which pictures the posts, documents and users of an earlier version use, in slices. A
 * stop or kill loses at most one slice. If other nodes are running, reads everything again after an
 * hour, because they may have an earlier version, which doesn't record uses.
 */
export async function fillUses(options: Options): Promise<void> {
  const { database, now, signal } = options;
  for (;;) {
    const stored = await getSetting(database.read, USES_STATE);
    if (stored === 'done' || signal?.aborted) return;
    const state: State = stored === undefined ? START : JSON.parse(stored);
    if (state.notBefore > now().getTime()) return;
    await fillSlice(options, state);
    await wait(PAUSE_MS);
  }
}

async function fillSlice({ database, now, nodeId }: Options, state: State): Promise<void> {
  await database.transaction(async (tx) => {
    const found = await readUses(tx, state, SLICE);
    for (const pictured of found) await saveUses(tx, pictured);
    const last = found.at(-1);
    if (last) {
      const next = { ...state, id: last.ownerId, number: last.number ?? 0 };
      return await setSetting(tx, USES_STATE, JSON.stringify(next));
    }
    const source = USE_SOURCES[USE_SOURCES.indexOf(state.source) + 1];
    if (source) {
      const next = { ...START, source, notBefore: state.notBefore };
      return await setSetting(tx, USES_STATE, JSON.stringify(next));
    }
    const isSecond = state.notBefore > 0;
    const isAlone = isSecond || (await findOtherNode(tx, nodeId)) === undefined;
    const again = { ...START, notBefore: now().getTime() + ROLLING_UPGRADE_MS };
    await setSetting(tx, USES_STATE, isAlone ? 'done' : JSON.stringify(again));
  });
}
