import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MissingPath } from '../../../../api/contract/redirects.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';

/** Rows at first, and with each click. */
const SHOWN = 20;

interface Props {
  onRedirect: (path: string) => void;
}

/** The addresses that readers asked for and didn't find. */
export function MissingPaths({ onRedirect }: Props) {
  const [shown, setShown] = useState(SHOWN);
  const query = useQuery({
    queryKey: keys.missingPaths,
    queryFn: ({ signal }) => call('GET /api/redirects/missing', { signal }),
  });
  return (
    <section aria-labelledby="missing-title" className="@container mt-14 max-w-6xl">
      <h2 id="missing-title" className="text-xl">
        Not Found
      </h2>
      <p className="mt-2 mb-4 max-w-prose text-soft text-sm">
        Addresses that visitors requested but that don’t exist, most requested first. Nothing is
        stored about the visitors.
      </p>
      <Loaded
        query={query}
        skeleton={<RowsSkeleton count={4} picture="" />}
        title="The addresses couldn't be loaded"
      >
        {({ missing }) =>
          missing.length === 0 ? (
            <p className="text-muted text-sm">None yet.</p>
          ) : (
            <>
              <ul className="border-line border-t">
                {missing.slice(0, shown).map((row) => (
                  <Row key={row.path} row={row} onRedirect={onRedirect} />
                ))}
              </ul>
              {missing.length > shown && (
                <Button
                  variant="secondary"
                  className="mt-5"
                  onClick={() => setShown(shown + SHOWN)}
                >
                  Show More
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Row({ row: { path, hits, from }, onRedirect }: { row: MissingPath } & Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 text-sm">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold [overflow-wrap:anywhere]">{path}</p>
        <p className="text-muted text-xs [overflow-wrap:anywhere]">
          {counted(hits, 'request')}
          {from !== '' && <>, the last from {from}</>}
        </p>
      </div>
      <Button
        variant="quiet"
        small
        className="-ml-3.5 @xl:ml-0"
        onClick={() => onRedirect(path)}
        aria-label={`Redirect ${path}`}
      >
        Redirect…
      </Button>
    </li>
  );
}
