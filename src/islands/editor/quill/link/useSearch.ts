import { useEffect, useState } from 'react';
import { requestMessage } from '../../../ui/request.ts';
import { useLatestRequest } from '../../../ui/useLatestRequest.ts';
import { typedAddress } from '../addresses.ts';
import { findPages, type SitePage } from './find-pages.ts';

/** Searching waits for a pause. */
const PAUSE_MS = 200;

const NOTHING = { pages: [] as SitePage[], text: '' };

/** Searches posts and pages while someone types. Addresses aren't searched for. */
export function useSearch() {
  const [typed, search] = useState('');
  const [result, setResult] = useState(NOTHING);
  const { run, abort } = useLatestRequest();
  useEffect(() => {
    const words = typed.trim();
    abort();
    if (words === '' || typedAddress(words) !== null) return setResult(NOTHING);
    const timer = setTimeout(() => {
      setResult({ pages: [], text: 'Searching...' });
      void run((signal) => findPages(words, signal), {
        onSuccess: (pages) => setResult({ pages, text: countText(pages.length) }),
        onError: (error) =>
          setResult({ pages: [], text: `Couldn't search posts: ${requestMessage(error)}` }),
      });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, run, abort]);
  return { ...result, search };
}

function countText(count: number): string {
  if (count === 0) return 'No posts or pages match';
  return count === 1 ? '1 post or page matches' : `${count} posts and pages match`;
}
