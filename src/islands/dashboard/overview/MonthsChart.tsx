import { useState } from 'react';
import type { MonthCounts } from '../../../../api/contract/responses.ts';
import { ChartFrame, ticksFor } from '../views/Chart.tsx';
import { monthName, SERIES, sum } from './months.ts';

/** A line for each series. The legend shows the totals, or the month under the pointer. */
export function MonthsChart({ months }: { months: MonthCounts[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const sums = SERIES.map(({ key, label }) => `${sum(months, key)} ${label.toLowerCase()}`);

  const ticks = ticksFor(
    Math.max(...months.flatMap((month) => SERIES.map(({ key }) => month[key]))),
  );
  return (
    <>
      <Legend months={months} shown={pointed === null ? undefined : months[pointed]} />
      <ChartFrame
        count={months.length}
        label={`Chart of the last twelve months: ${sums.join(', ')}. The table below has every month.`}
        ticks={ticks}
        className="h-48"
        onPoint={setPointed}
        names={<MonthNames months={months} />}
      >
        <Lines months={months} top={ticks.at(-1) ?? 1} pointed={pointed} />
      </ChartFrame>
    </>
  );
}

function Legend({ months, shown }: { months: MonthCounts[]; shown: MonthCounts | undefined }) {
  return (
    <div className="mt-1 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm" aria-hidden="true">
      {SERIES.map(({ key, label, color, dash }) => (
        <span key={key} className="inline-flex items-center gap-2">
          <svg width="22" height="4" className="shrink-0" aria-hidden="true">
            <path d="M0 2h22" stroke={color} strokeWidth="3" strokeDasharray={dash} />
          </svg>
          <span className="text-soft">{label}</span>
          <strong className="tabular-nums">{shown ? shown[key] : sum(months, key)}</strong>
        </span>
      ))}
      <span className="ml-auto text-muted text-xs">
        {shown ? monthName(shown.month, 'long') : 'Total'}
      </span>
    </div>
  );
}

/** The drawing is stretched to the size of its box: a unit is a month wide and a count high. */
function Lines(props: { months: MonthCounts[]; top: number; pointed: number | null }) {
  const { months, top, pointed } = props;
  return (
    <>
      <svg
        viewBox={`0 0 ${months.length} ${top}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible fill-none *:[vector-effect:non-scaling-stroke]"
        aria-hidden="true"
      >
        {pointed !== null && <path d={`M${pointed + 0.5} 0V${top}`} stroke="var(--field)" />}
        {SERIES.map(({ key, color, dash }) => {
          const points = months.map((month, index) => `${index + 0.5} ${top - month[key]}`);
          return (
            <path
              key={key}
              d={`M${points.join('L')}`}
              stroke={color}
              strokeWidth="2"
              strokeLinejoin="round"
              strokeDasharray={dash}
            />
          );
        })}
      </svg>
      {/* Outside the drawing: stretching would distort them. */}
      {SERIES.flatMap(({ key, color }) =>
        months.map((month, index) => (
          <span
            key={`${key} ${month.month}`}
            className="-ml-[3px] -mb-[3px] absolute size-1.5 rounded-full"
            style={{
              left: `${((index + 0.5) / months.length) * 100}%`,
              bottom: `${(month[key] / top) * 100}%`,
              background: color,
            }}
          />
        )),
      )}
    </>
  );
}

/** On phones, every third month. */
function MonthNames({ months }: { months: MonthCounts[] }) {
  return months.map(({ month }, index) => (
    <span
      key={month}
      className={`w-0 grow whitespace-nowrap ${
        (months.length - 1 - index) % 3 === 0 ? '' : 'max-sm:invisible'
      }`}
    >
      {monthName(month, 'short')}
    </span>
  ));
}
