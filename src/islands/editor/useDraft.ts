import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  claimDraft,
  type Draft,
  type DraftFields,
  DraftWriter,
  findDrafts,
  forgetDraft,
} from './drafts.ts';

interface Options {
  owner: string;
  /** Id of the post, or `new`. */
  target: string;
  /** What the form holds now; null while it is not there. */
  fields: () => DraftFields | null;
}

/** What is kept of the form: each change at once, offered again after a crash, gone once it is saved. */
export function useDraft({ owner, target, fields }: Options) {
  const [offers, setOffers] = useState<Draft[]>([]);
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const [isFailing, setIsFailing] = useState(false);
  const claim = useRef<{ id: string; release(): void } | null>(null);
  const latest = useRef(fields);
  latest.current = fields;
  const writer = useMemo(
    () =>
      new DraftWriter((at) => {
        setIsFailing(at === null);
        if (at !== null) setKeptAt(at);
      }),
    [],
  );

  useEffect(() => {
    let ended = false;
    claim.current = claimDraft();
    void findDrafts(owner, target).then((found) => !ended && setOffers(found));
    return () => {
      ended = true;
      claim.current?.release();
    };
  }, [owner, target]);

  const touch = useCallback(() => {
    const id = claim.current?.id;
    if (id === undefined) return;
    writer.keep(() => {
      const now = latest.current();
      return now && { ...now, id, owner, target, keptAt: Date.now() };
    });
  }, [writer, owner, target]);

  const discard = useCallback(async (draft: Draft) => {
    setOffers((all) => all.filter(({ id }) => id !== draft.id));
    await forgetDraft(draft.id);
  }, []);

  /** The form shows it now: it goes on as the draft of this tab. */
  const adopt = useCallback(
    async (draft: Draft) => {
      touch();
      await writer.settled();
      await discard(draft);
    },
    [touch, writer, discard],
  );

  /** The form is about to show something else: what it holds becomes a draft that is offered. */
  const setAside = useCallback(async () => {
    const now = latest.current();
    const old = claim.current;
    if (!now || !old) return;
    const kept: Draft = { ...now, id: old.id, owner, target, keptAt: Date.now() };
    writer.keep(() => kept);
    await writer.settled();
    old.release();
    claim.current = claimDraft();
    setOffers((all) => [kept, ...all]);
    setKeptAt(null);
  }, [writer, owner, target]);

  const clear = useCallback(async () => {
    await writer.stop();
    if (claim.current) await forgetDraft(claim.current.id);
    setKeptAt(null);
  }, [writer]);

  return {
    offers,
    keptAt,
    isFailing,
    touch,
    discard,
    adopt,
    setAside,
    clear,
    settled: () => writer.settled(),
  };
}
