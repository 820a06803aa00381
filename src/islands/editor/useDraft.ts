import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  claimDraft,
  type Draft,
  type DraftFields,
  DraftWriter,
  findDrafts,
  forgetDraft,
} from '../../stores/post-drafts.ts';

interface Options {
  owner: string;
  /** Id of the post, or `new`. */
  target: string;
  /** What the form holds now. */
  fields: () => DraftFields;
}

/** What is kept of the form: each change at once, offered again after a crash, gone once it is saved. */
export function useDraft({ owner, target, fields }: Options) {
  const [offers, setOffers] = useState<Draft[]>([]);
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const [isFailing, setIsFailing] = useState(false);
  const claim = useRef<{ id: string; release(): void } | null>(null);
  const belongsTo = useRef(target);
  /** Drafts that this one has taken in: they go when it is kept, and not before. */
  const takenIn = useRef<string[]>([]);
  const latest = useRef(fields);
  latest.current = fields;
  const writer = useMemo(
    () =>
      new DraftWriter((at) => {
        setIsFailing(at === null);
        if (at === null) return;
        setKeptAt(at);
        for (const id of takenIn.current.splice(0)) void forgetDraft(id);
      }),
    [],
  );

  useEffect(() => {
    let ended = false;
    belongsTo.current = target;
    claim.current = claimDraft();
    void findDrafts(owner, target).then((found) => !ended && setOffers(found));
    return () => {
      ended = true;
      claim.current?.release();
    };
  }, [owner, target]);

  useEffect(() => {
    const flush = () => writer.flush();
    const events = ['beforeunload', 'pagehide', 'visibilitychange'];
    for (const name of events) window.addEventListener(name, flush);
    return () => {
      for (const name of events) window.removeEventListener(name, flush);
    };
  }, [writer]);

  const make = useCallback(
    (id: string): Draft => ({
      ...latest.current(),
      ...{ id, owner, target: belongsTo.current, keptAt: Date.now() },
    }),
    [owner],
  );

  const touch = useCallback(() => {
    const id = claim.current?.id;
    if (id !== undefined) writer.keep(() => make(id));
  }, [writer, make]);

  const discard = useCallback(async (draft: Draft) => {
    setOffers((all) => all.filter(({ id }) => id !== draft.id));
    await forgetDraft(draft.id);
  }, []);

  /** The form shows it now: it goes on as the draft of this tab. */
  const adopt = useCallback(
    async (draft: Draft) => {
      takenIn.current.push(draft.id);
      setOffers((all) => all.filter(({ id }) => id !== draft.id));
      touch();
      await writer.settled();
    },
    [touch, writer],
  );

  /**
   * The form is about to show something else: what it holds becomes a draft that is offered. False when it
   * could not be kept; then it must stay where it is.
   */
  const setAside = useCallback(async (): Promise<boolean> => {
    const old = claim.current;
    if (!old) return false;
    const kept = make(old.id);
    writer.keep(() => kept);
    if (!(await writer.settled())) return false;
    old.release();
    claim.current = claimDraft();
    setOffers((all) => [kept, ...all]);
    setKeptAt(null);
    return true;
  }, [writer, make]);

  const clear = useCallback(async () => {
    await writer.stop();
    if (claim.current) await forgetDraft(claim.current.id);
    for (const id of takenIn.current.splice(0)) await forgetDraft(id);
    setKeptAt(null);
  }, [writer]);

  /** From now on the draft is one of this post: it has just been made. */
  const moveTo = useCallback((postId: string) => {
    belongsTo.current = postId;
  }, []);

  return {
    offers,
    keptAt,
    isFailing,
    touch,
    discard,
    adopt,
    setAside,
    clear,
    moveTo,
    settled: () => writer.settled(),
  };
}
