import { useEffect, useState } from 'react';
import { requestMessage } from '../../../ui/request.ts';
import { useLatestRequest } from '../../../ui/useLatestRequest.ts';
import { typedAddress } from '../addresses.ts';
import { findPages, type SitePage } from './find-pages.ts';

/** Searching waits for a pause. */
const PAUSE_MS = 200;

const NOTHING = { pages: [] as SitePage[], text: '', words: '' };

/** Searches posts and pages while someone types. Addresses aren't searched for. */
export function useSearch() {
  const [typed, search] = useState('');
  const [result, setResult] = useState(NOTHING);
  const words = wordsIn(typed);
  const { run, abort } = useLatestRequest();
  useEffect(() => {
    abort();
    if (words === '') return setResult(NOTHING);
    const found = (pages: SitePage[], text: string) => setResult({ pages, text, words });
    const timer = setTimeout(() => {
      setResult({ ...NOTHING, text: 'Searching...' });
      void run((signal) => findPages(words, signal), {
        onSuccess: (pages) => found(pages, countText(pages.length)),
        onError: (error) => found([], `Couldn't search: ${requestMessage(error)}`),
      });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, run, abort]);
  return { ...result, search, isSearching: words !== result.words };
}

function wordsIn(typed: string): string {
  const words = typed.trim();
  return typedAddress(words) === null ? words : '';
}

function countText(count: number): string {
  if (count === 0) return 'No posts or pages match';
  return count === 1 ? '1 post or page matches' : `${count} posts and pages match`;
}
