import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  claimDraft,
  type Draft,
  type DraftFields,
  DraftWriter,
  deleteDraft,
  findDrafts,
} from '../../stores/post-drafts.ts';

interface Options {
  owner: string;
  /** The id of the post, or `new`. */
  target: string;
  fields: () => DraftFields;
  /** Called once with all drafts of earlier visits, newest first. */
  onFound: (drafts: readonly Draft[]) => void;
}

/** A write that takes longer is shown as "Saving...". */
const SLOW_WRITE_MS = 400;

/** Saves each change of the form as a draft, and finds the drafts of earlier visits. */
export function useDraft({ owner, target, fields, onFound }: Options) {
  const owned = useOffers(owner, target, onFound);
  const { claim, claimNext, currentTarget, moveTo, offers, setOffers } = owned;
  const { writer, status, setStatus, expectWrite, deleteLater, forget } = useWriter();
  const settled = () => writer.settled();

  const latest = useRef(fields);
  latest.current = fields;
  const changedAt = useRef<number>(undefined);
  const create = (id: string): Draft => ({
    ...latest.current(),
    id,
    owner,
    target: currentTarget.current,
    keptAt: changedAt.current ?? Date.now(),
  });
  /** Saves the draft without making it newer. */
  const keep = () => {
    const id = claim.current?.id;
    if (id === undefined) return;
    expectWrite();
    writer.save(() => create(id));
  };
  const touch = () => {
    changedAt.current = Date.now();
    keep();
  };
  /** After the form took this draft: deletes it once the draft of this tab has its content. */
  const adopt = async (draft: Draft) => {
    deleteLater(draft.id);
    setOffers((all) => all.filter(({ id }) => id !== draft.id));
    touch();
    await settled();
  };
  /** Saves the form as a separate draft, and offers it. Returns false if it couldn't be saved. */
  const setAside = async (): Promise<boolean> => {
    if (!claim.current) return false;
    const draft = create(claim.current.id);
    writer.save(() => draft);
    if (!(await settled())) return false;
    claimNext();
    setStatus('unchanged');
    setOffers((all) => [draft, ...all]);
    return true;
  };
  /** Deletes the draft of this tab, and returns it so that the author can undo that. */
  const discard = (): Draft | null => {
    if (!claim.current) return null;
    const draft = create(claim.current.id);
    claimNext();
    setStatus('unchanged');
    void forget(draft.id);
    return draft;
  };
  const clear = async () => {
    await forget(claim.current?.id);
    setStatus('unchanged');
  };
  return { offers, status, touch, keep, adopt, setAside, discard, clear, moveTo, settled };
}

function useOffers(owner: string, target: string, onFound: Options['onFound']) {
  const claim = useRef<{ id: string; release(): void } | null>(null);
  const currentTarget = useRef(target);
  const [offers, setOffers] = useState<Draft[]>([]);
  const latestOnFound = useRef(onFound);
  latestOnFound.current = onFound;
  useEffect(() => {
    let ended = false;
    currentTarget.current = target;
    claim.current = claimDraft();
    void findDrafts(owner).then((found) => {
      if (ended) return;
      setOffers(found.filter((draft) => draft.target === target));
      latestOnFound.current(found);
    });
    return () => {
      ended = true;
      claim.current?.release();
    };
  }, [owner, target]);
  const moveTo = (postId: string) => {
    currentTarget.current = postId;
  };
  const claimNext = () => {
    claim.current?.release();
    claim.current = claimDraft();
  };
  return { claim, claimNext, currentTarget, moveTo, offers, setOffers };
}

export type DraftStatus = 'unchanged' | 'saving' | 'saved' | 'failed';

function useWriter() {
  const [status, setStatus] = useState<DraftStatus>('unchanged');
  const slow = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Drafts that were restored, but whose content isn't saved elsewhere yet. */
  const restored = useRef<string[]>([]);
  const deleteRestored = useCallback(async () => {
    for (const id of restored.current.splice(0)) await deleteDraft(id);
  }, []);
  const endWrite = useCallback(() => {
    clearTimeout(slow.current);
    slow.current = undefined;
  }, []);
  const expectWrite = useCallback(() => {
    slow.current ??= setTimeout(() => setStatus('saving'), SLOW_WRITE_MS);
  }, []);
  const writer = useMemo(
    () =>
      new DraftWriter((at) => {
        endWrite();
        setStatus(at === null ? 'failed' : 'saved');
        if (at !== null) void deleteRestored();
      }),
    [deleteRestored, endWrite],
  );

  useEffect(() => {
    const flush = () => writer.flush();
    const events = ['beforeunload', 'pagehide', 'visibilitychange'];
    for (const name of events) window.addEventListener(name, flush);
    return () => {
      endWrite();
      for (const name of events) window.removeEventListener(name, flush);
    };
  }, [writer, endWrite]);

  const deleteLater = (id: string) => void restored.current.push(id);
  /** Deletes a draft, and those that were restored. */
  const forget = async (id: string | undefined) => {
    await writer.stop();
    if (id !== undefined) await deleteDraft(id);
    await deleteRestored();
  };
  const show = (next: DraftStatus) => {
    endWrite();
    setStatus(next);
  };
  return { writer, status, setStatus: show, expectWrite, deleteLater, forget };
}
