import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { MonthCounts } from '../../../../api/contract/responses.ts';
import { api } from '../../../lib/api.ts';
import { ListSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { MonthsChart } from './MonthsChart.tsx';
import { monthName, SERIES } from './months.ts';
import { Panel } from './Panel.tsx';

export function MonthsPanel() {
  const query = useQuery({
    queryKey: keys.months,
    queryFn: ({ signal }) => api.overview({ signal }),
  });
  return (
    <Panel
      title="The last 12 months"
      query={query}
      skeleton={
        <ListSkeleton count={1} className="">
          <Skeleton className="h-64" />
        </ListSkeleton>
      }
      className="xl:col-span-3"
    >
      {({ months }) => (
        <>
          <MonthsChart months={months} />
          <MonthsTable months={months} />
        </>
      )}
    </Panel>
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
      {/* Screen readers can read the table even when it is hidden. */}
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
