import { useState } from 'react';
import { counted } from '../../../lib/format.ts';
import type { Bar } from './bars.ts';
import { ChartFrame, ChartTable, ticksFor } from './Chart.tsx';

interface Props {
  bars: Bar[];
  /** "the last 30 days" */
  period: string;
}

/** A bar for each day or month. The line above shows the total, or the bar under the pointer. */
export function ViewsChart({ bars, period }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const total = counted(
    bars.reduce((sum, { views }) => sum + views, 0),
    'view',
  );
  const shown = pointed === null ? undefined : bars[pointed];

  const ticks = ticksFor(Math.max(...bars.map(({ views }) => views)));
  const top = ticks.at(-1) ?? 1;
  return (
    <>
      <p className="mt-1 flex items-baseline justify-between gap-3 text-sm" aria-hidden="true">
        <strong className="tabular-nums">{shown ? counted(shown.views, 'view') : total}</strong>
        <span className="text-muted text-xs">{shown ? shown.long : 'Total'}</span>
      </p>
      <ChartFrame
        count={bars.length}
        label={`Chart of ${period}: ${total}. The table below has every number.`}
        ticks={ticks}
        className="h-40"
        onPoint={setPointed}
        names={<Names bars={bars} />}
      >
        {/* Stretched to the size of its box: a unit is a bar wide and a view high. */}
        <svg
          viewBox={`0 0 ${bars.length} ${top}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
          aria-hidden="true"
        >
          {bars.map(({ key, views }, index) => (
            <rect
              key={key}
              x={index + 0.15}
              y={top - views}
              width={0.7}
              height={views}
              fill={pointed === index ? 'var(--ink)' : 'var(--accent)'}
            />
          ))}
        </svg>
      </ChartFrame>
      <ChartTable
        caption={`Views in ${period}`}
        columns={[bars.length > 12 ? 'Day' : 'Month', 'Views']}
        rows={bars.map(({ key, long, views }) => ({ key, name: long, values: [views] }))}
      />
    </>
  );
}

/** About six labels, counted from the last bar; on phones, three. */
function Names({ bars }: { bars: Bar[] }) {
  const step = Math.ceil(bars.length / 6);
  const nameOf = (index: number) => (bars.length - 1 - index - Math.floor(step / 2)) / step;
  return bars.map(({ key, short }, index) => (
    <span
      key={key}
      className={`flex w-0 grow justify-center whitespace-nowrap ${nameOf(index) % 2 === 0 ? '' : 'max-sm:invisible'}`}
    >
      {Number.isInteger(nameOf(index)) ? short : ''}
    </span>
  ));
}
