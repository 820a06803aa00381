import { useEffect, useState } from 'react';
import { setFilter, useQuery } from '../location.ts';

/** Long enough that not each letter is a request, short enough to feel immediate. */
const TYPING_MS = 250;
export const LONGEST_FILTER = 200;

/**
 * The filter of a list. It stands in the address (`q`), so that coming back to the list finds it as it was.
 * `draft` is what is being typed, `term` what is looked for.
 */
export function useFilter() {
  const term = (new URLSearchParams(useQuery()).get('q') ?? '').trim().slice(0, LONGEST_FILTER);
  const [draft, setDraft] = useState(term);
  useEffect(() => {
    setDraft((typed) => (typed.trim() === term ? typed : term));
  }, [term]);
  useEffect(() => {
    const wanted = draft.trim();
    if (wanted === term) return;
    const timer = setTimeout(() => setFilter(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft, term]);
  return { draft, setDraft, term };
}
