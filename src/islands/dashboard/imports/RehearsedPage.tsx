import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allowFrames } from '../../../lib/trusted-types.ts';
import { $theme } from '../../../stores/root.ts';
import { Spinner } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageFrame } from '../../ui/PageFrame.tsx';
import { keys } from '../data.tsx';

/** A page of the rehearsed site in a frame, without its scripts, as the server serves it. */
export function RehearsedPage({ url, title }: { url: string; title: string }) {
  const theme = useStore($theme);
  const page = useQuery({
    queryKey: [...keys.importReport, 'page', url],
    queryFn: ({ signal }) => loadPage(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(allowFrames, []);
  return (
    <div className="mt-3 flex h-[60dvh] min-h-64 overflow-hidden rounded-md border border-line bg-paper">
      <Loaded
        query={page}
        skeleton={<Spinner label="Loading the page" className="m-auto" />}
        title="The page couldn't be loaded"
      >
        {(html) => (
          <PageFrame title={`Rehearsal: ${title}`} className="w-full" page={html} theme={theme} />
        )}
      </Loaded>
    </div>
  );
}

async function loadPage(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const html = await response.text();
  // They would call the API about posts that don't exist yet.
  return html.replace(/<script\b[\s\S]*?<\/script>/gi, '');
}
