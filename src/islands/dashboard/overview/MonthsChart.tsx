import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
// As a URL, because Astro would link a plain CSS import on the page for all users.
import styles from 'uplot/dist/uPlot.min.css?url';
import type { MonthCounts } from '../../../../api/contract/responses.ts';
import { $theme } from '../../../stores/root.ts';
import { drawMonths, monthName, SERIES } from './draw-months.ts';

export function MonthsChart({ months }: { months: MonthCounts[] }) {
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
