import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  fitsState,
  type ListedComment,
  type Moderation,
} from '../../../../api/contract/comments.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { toastWithUndo } from '../../../stores/toast-with-undo.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { checkSession, keys } from '../data.tsx';
import { loadWaiting } from '../waiting.ts';
import { ACTIONS } from './decision-texts.ts';

/** Comments per call. */
const AT_ONCE = 100;

interface Options {
  /** From now on, the author's comments need no approval. */
  trust?: boolean;
}

export interface Decisions {
  /** The comments whose decision is being sent. */
  busy: ReadonlySet<string>;
  decide(comments: readonly ListedComment[], action: Moderation, options?: Options): Promise<void>;
  /** Undoes the last decision that hasn't been undone yet. */
  undoLast(): void;
  /** The notes that are being written to authors, by comment. They go with the decision. */
  notes: Map<string, string>;
}

interface Undo {
  ids: string[];
  dismiss?: () => void;
}

/**
 * Decides about comments, says so, and offers to undo it. `onUndone` gets the ids of the comments
 * that are back.
 */
export function useDecisions(onUndone: (ids: string[]) => void): Decisions {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const notes = useRef(new Map<string, string>());
  const undos = useRef<Undo[]>([]);

  const undo = async (decision: Undo) => {
    undos.current = undos.current.filter((one) => one !== decision);
    decision.dismiss?.();
    await undoAll(decision.ids);
    await client.invalidateQueries({ queryKey: keys.comments });
    void loadWaiting();
    onUndone(decision.ids);
  };

  const decide: Decisions['decide'] = async (comments, action, options = {}) => {
    const fitting = comments.filter((one) => fitsState(action, one) && !busy.has(one._id));
    const ids = fitting.map(({ _id }) => _id);
    if (ids.length === 0) return;
    setBusy((before) => new Set([...before, ...ids]));
    try {
      const note = notes.current.get(ids[0] ?? '')?.trim();
      const changed = await send(ids, action, { ...options, ...(note && { note }) });
      for (const id of ids) notes.current.delete(id);
      await applyTo(client, ids, action);
      const decision: Undo = { ids };
      const text = doneText(fitting, action, changed, options);
      decision.dismiss = toastWithUndo(text, () => void undo(decision));
      undos.current.push(decision);
    } catch (error) {
      checkSession(error);
      toast(requestMessage(error, "Nothing was changed: the server couldn't be reached."), 'error');
      // Another moderator probably decided first.
      void client.invalidateQueries({ queryKey: keys.comments });
    } finally {
      setBusy((before) => new Set([...before].filter((id) => !ids.includes(id))));
      void loadWaiting();
    }
  };

  const undoLast = () => {
    const last = undos.current.at(-1);
    if (last) void undo(last);
    else toast("There's nothing to undo.", 'info');
  };
  return { busy, decide, undoLast, notes: notes.current };
}

/** Returns how many comments changed. */
async function send(
  ids: string[],
  action: Moderation,
  options: Options & { note?: string },
): Promise<number> {
  const [first = ''] = ids;
  if (ids.length === 1) {
    const body = { action, ...options };
    await call('PUT /api/comment/moderate/:commentId', { commentId: first, body });
    return 1;
  }
  return await inParts(ids, async (part) => {
    const { changed } = await call('PUT /api/comment/moderate', { body: { ids: part, action } });
    return changed;
  });
}

async function undoAll(ids: string[]): Promise<void> {
  try {
    const changed = await inParts(
      ids,
      async (part) => (await call('PUT /api/comment/undo', { body: { ids: part } })).changed,
    );
    const rest = ids.length - changed;
    if (rest === 0) toast('Undone.');
    else
      toast(`${counted(rest, 'decision')} couldn't be undone because of later changes.`, 'error');
  } catch (error) {
    checkSession(error);
    toast(requestMessage(error, "Couldn't undo this. Please try again."), 'error');
  }
}

async function inParts(ids: string[], work: (part: string[]) => Promise<number>): Promise<number> {
  let sum = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    sum += await work(ids.slice(from, from + AT_ONCE));
  }
  return sum;
}

function doneText(
  comments: readonly ListedComment[],
  action: Moderation,
  changed: number,
  { trust }: Options,
): string {
  const { done } = ACTIONS[action];
  if (comments.length > 1) return `${counted(changed, 'comment')} ${done}.`;
  const name = trust ? ` ${comments[0]?.author.username} is now trusted.` : '';
  return `Comment ${done}.${name}`;
}

type Loaded = InfiniteData<{ items: ListedComment[]; total: number }, number>;

/** Applies a decision to the loaded lists. Only the list of all may keep the comments. */
async function applyTo(client: QueryClient, ids: string[], action: Moderation): Promise<void> {
  const lists = { queryKey: keys.comments };
  const wasLoading = client.isFetching(lists) > 0;
  // A response from before the decision would bring the comments back.
  await client.cancelQueries(lists);
  for (const { queryKey } of client.getQueryCache().findAll(lists)) {
    const stays = queryKey[1] === '' && (action === 'approve' || action === 'hold');
    client.setQueryData<Loaded>(
      queryKey,
      (loaded) => loaded && decided(loaded, ids, action, stays),
    );
  }
  await client.invalidateQueries({ ...lists, refetchType: wasLoading ? 'active' : 'none' });
}

function decided(loaded: Loaded, ids: string[], action: Moderation, stays: boolean): Loaded {
  const change = (item: ListedComment): ListedComment[] => {
    if (!ids.includes(item._id)) return [item];
    if (!stays) return [];
    const facts = { reports: 0, reportReasons: {} };
    return action === 'hold'
      ? [{ ...item, ...facts, state: 'held', reasons: ['Held by a moderator'] }]
      : [{ ...item, ...facts, state: 'visible', reasons: [] }];
  };
  const pages = loaded.pages.map((page) => ({ ...page, items: page.items.flatMap(change) }));
  const count = (all: Loaded['pages']) => all.reduce((sum, { items }) => sum + items.length, 0);
  const gone = count(loaded.pages) - count(pages);
  return { ...loaded, pages: pages.map((page) => ({ ...page, total: page.total - gone })) };
}
