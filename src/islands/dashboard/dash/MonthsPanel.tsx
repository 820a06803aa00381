import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, type MonthCounts } from '../../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../lists/keys.ts';
import { MonthsChart } from './MonthsChart.tsx';
import { monthName, SERIES } from './series.ts';

/** What was made in each of the last twelve months: a chart, and the same as a table. */
export function MonthsPanel() {
  const titleId = useId();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: keys.months,
    queryFn: ({ signal }) => api.overview({ signal }),
  });
  return (
    <section aria-labelledby={titleId} className="panel px-5 py-4 xl:col-span-2">
      <h2 id={titleId} className="font-sans font-semibold text-base tracking-normal">
        The last 12 months
      </h2>
      {isPending && (
        <div role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className="mt-4 h-64" />
        </div>
      )}
      {isError && data === undefined && (
        <div role="alert" className="py-4 text-sm text-soft">
          <p>This could not be loaded.</p>
          <Button variant="secondary" small className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && (
        <>
          <MonthsChart months={data.months} />
          <MonthsTable months={data.months} />
        </>
      )}
    </section>
  );
}

function MonthsTable({ months }: { months: MonthCounts[] }) {
  const [isShown, setIsShown] = useState(false);
  const tableId = useId();
  return (
    <>
      <button
        type="button"
        className="mt-2 inline-flex min-h-11 items-center font-semibold text-accent text-sm hover:underline"
        aria-expanded={isShown}
        aria-controls={tableId}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide the table' : 'Show as a table'}
      </button>
      {/* Never gone: who cannot see the chart reads it here without having to ask. */}
      <div id={tableId} className={isShown ? 'overflow-x-auto' : 'sr-only'}>
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">
            Posts, comments and sign-ups of the last twelve months
          </caption>
          <thead className="text-muted text-xs">
            <tr>
              <th scope="col" className="py-1.5 text-left font-medium">
                Month
              </th>
              {SERIES.map(({ key, label }) => (
                <th key={key} scope="col" className="py-1.5 pl-3 text-right font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {months.map((month) => (
              <tr key={month.month}>
                <th scope="row" className="py-1.5 text-left font-normal">
                  {monthName(month.month, 'long')}
                </th>
                {SERIES.map(({ key }) => (
                  <td key={key} className="py-1.5 pl-3 text-right">
                    {month[key]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
