import { call } from '../api.ts';

/** A search is finished when nothing is typed for this time. */
const FINISHED_MS = 1_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let reported = '';

/**
 * Tells the server about a search that found nothing, once it's finished, so that the owner sees
 * what readers miss. Call it with an empty term when the search changes.
 */
export function reportMissed(searchTerm: string): void {
  clearTimeout(timer);
  const term = searchTerm.trim();
  if (term === '' || term === reported || optsOut()) return;
  timer = setTimeout(() => {
    reported = term;
    // Only a count: nothing depends on it.
    call('POST /api/views/missed-search', { body: { searchTerm: term } }).catch(() => undefined);
  }, FINISHED_MS);
}

const optsOut = () =>
  navigator.doNotTrack === '1' ||
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
