import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
// As a URL, because Astro would link a plain CSS import on the page for all users.
import styles from 'uplot/dist/uPlot.min.css?url';
import type { MonthCounts } from '../../../../api/contract/responses.ts';
import { api } from '../../../lib/api.ts';
import { $theme } from '../../../stores/root.ts';
import { ListSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { drawMonths, monthName, SERIES } from './draw-months.ts';
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
      className="xl:col-span-2"
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

/** The legend shows the totals, or the month under the pointer. */
function MonthsChart({ months }: { months: MonthCounts[] }) {
  const canvas = useRef<HTMLDivElement>(null);
  const theme = useStore($theme);
  const [pointed, setPointed] = useState<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: redraws in the colors of the other theme
  useEffect(
    () => (canvas.current ? drawMonths(canvas.current, months, setPointed) : undefined),
    [months, theme],
  );

  const shown = pointed === null ? undefined : months[pointed];
  const sums = SERIES.map(({ key, label }) => `${sum(months, key)} ${label.toLowerCase()}`);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <div
        className="mt-2 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm"
        aria-hidden="true"
      >
        {SERIES.map(({ key, label, color, dash }) => (
          <span key={key} className="inline-flex items-center gap-2">
            <svg width="22" height="4" className="shrink-0" aria-hidden="true">
              <line
                x1="0"
                x2="22"
                y1="2"
                y2="2"
                stroke={`var(${color})`}
                strokeWidth="3"
                strokeDasharray={dash.join(' ')}
              />
            </svg>
            <span className="text-soft">{label}</span>
            <strong className="tabular-nums">{shown ? shown[key] : sum(months, key)}</strong>
          </span>
        ))}
        <span className="ml-auto text-muted text-xs">
          {shown ? monthName(shown.month, 'long') : 'Total'}
        </span>
      </div>
      <div
        ref={canvas}
        role="img"
        aria-label={`Chart of the last twelve months: ${sums.join(', ')}. The table below has every month.`}
        className="mt-3 h-56 w-full overflow-hidden"
      />
    </>
  );
}

function sum(months: MonthCounts[], key: (typeof SERIES)[number]['key']): number {
  return months.reduce((total, month) => total + month[key], 0);
}
