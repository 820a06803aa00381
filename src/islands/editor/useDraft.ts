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
}

/** Saves each change of the form as a draft, and offers the drafts of earlier visits. */
export function useDraft({ owner, target, fields }: Options) {
  const { claim, currentTarget, offers, setOffers } = useOffers(owner, target);
  const { writer, savedAt, setSavedAt, isFailing, deleteLater, deleteRestored } = useWriter();

  const latest = useRef(fields);
  latest.current = fields;
  const create = (id: string): Draft => ({
    ...latest.current(),
    ...{ id, owner, target: currentTarget.current, keptAt: Date.now() },
  });
  const touch = () => {
    const id = claim.current?.id;
    if (id !== undefined) writer.save(() => create(id));
  };
  const removeOffer = (draft: Draft) => setOffers((all) => all.filter(({ id }) => id !== draft.id));

  const discard = (draft: Draft) => {
    removeOffer(draft);
    void deleteDraft(draft.id);
  };
  /** The form shows this draft now. Deletes it once its content is saved in the draft of this tab. */
  const adopt = async (draft: Draft) => {
    deleteLater(draft.id);
    removeOffer(draft);
    touch();
    await writer.settled();
  };
  /** Saves the form as a separate draft, and offers it. Returns false if it could not be saved. */
  const setAside = async (): Promise<boolean> => {
    const previous = claim.current;
    if (!previous) return false;
    const draft = create(previous.id);
    writer.save(() => draft);
    if (!(await writer.settled())) return false;
    previous.release();
    claim.current = claimDraft();
    setOffers((all) => [draft, ...all]);
    setSavedAt(null);
    return true;
  };
  const clear = async () => {
    await writer.stop();
    if (claim.current) await deleteDraft(claim.current.id);
    await deleteRestored();
    setSavedAt(null);
  };
  const moveTo = (postId: string) => {
    currentTarget.current = postId;
  };
  const settled = () => writer.settled();
  return { offers, savedAt, isFailing, touch, discard, adopt, setAside, clear, moveTo, settled };
}

function useOffers(owner: string, target: string) {
  const claim = useRef<{ id: string; release(): void } | null>(null);
  const currentTarget = useRef(target);
  const [offers, setOffers] = useState<Draft[]>([]);
  useEffect(() => {
    let ended = false;
    currentTarget.current = target;
    claim.current = claimDraft();
    void findDrafts(owner, target).then((found) => !ended && setOffers(found));
    return () => {
      ended = true;
      claim.current?.release();
    };
  }, [owner, target]);
  return { claim, currentTarget, offers, setOffers };
}

function useWriter() {
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [isFailing, setIsFailing] = useState(false);
  /** Drafts that were restored, but whose content isn't saved elsewhere yet. */
  const restored = useRef<string[]>([]);
  const deleteRestored = useCallback(async () => {
    for (const id of restored.current.splice(0)) await deleteDraft(id);
  }, []);
  const writer = useMemo(
    () =>
      new DraftWriter((at) => {
        setIsFailing(at === null);
        if (at === null) return;
        setSavedAt(at);
        void deleteRestored();
      }),
    [deleteRestored],
  );

  useEffect(() => {
    const flush = () => writer.flush();
    const events = ['beforeunload', 'pagehide', 'visibilitychange'];
    for (const name of events) window.addEventListener(name, flush);
    return () => {
      for (const name of events) window.removeEventListener(name, flush);
    };
  }, [writer]);

  const deleteLater = (id: string) => void restored.current.push(id);
  return { writer, savedAt, setSavedAt, isFailing, deleteLater, deleteRestored };
}
