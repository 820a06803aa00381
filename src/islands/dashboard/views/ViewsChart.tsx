import { type PointerEvent, useId, useState } from 'react';
import { ticksFor } from '../overview/months.ts';
import { type Bar, counted } from './bars.ts';

interface Props {
  bars: Bar[];
  /** "the last 30 days" */
  period: string;
}

/** A bar for each day or month. The line above shows the total, or the bar under the pointer. */
export function ViewsChart({ bars, period }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const total = counted(bars.reduce((sum, { views }) => sum + views, 0));
  const shown = pointed === null ? undefined : bars[pointed];

  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * bars.length);
    setPointed(Math.min(Math.max(index, 0), bars.length - 1));
  };
  return (
    <>
      <p className="mt-1 flex items-baseline justify-between gap-3 text-sm" aria-hidden="true">
        <strong className="tabular-nums">{shown ? counted(shown.views) : total}</strong>
        <span className="text-muted text-xs">{shown ? shown.long : 'Total'}</span>
      </p>
      <div
        role="img"
        aria-label={`Chart of ${period}: ${total}. The table below has every number.`}
        className="mt-4 pl-10"
      >
        <div
          className="relative h-40"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          <Plot bars={bars} pointed={pointed} />
        </div>
        <Names bars={bars} />
      </div>
      <BarsTable bars={bars} period={period} />
    </>
  );
}

/** The drawing is stretched to the size of its box: a unit is a bar wide and a view high. */
function Plot({ bars, pointed }: { bars: Bar[]; pointed: number | null }) {
  const ticks = ticksFor(Math.max(...bars.map(({ views }) => views)));
  const top = ticks.at(-1) ?? 1;
  return (
    <>
      {ticks.map((tick) => (
        <div
          key={tick}
          className="absolute inset-x-0 border-line border-t text-muted text-xs leading-none tabular-nums"
          style={{ bottom: `${(tick / top) * 100}%` }}
        >
          <span className="-translate-y-1/2 absolute right-full pr-2">
            {tick.toLocaleString('en-US', { notation: 'compact' })}
          </span>
        </div>
      ))}
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
    </>
  );
}

/** About six names, counted from the last bar; on phones, three. */
function Names({ bars }: { bars: Bar[] }) {
  const step = Math.ceil(bars.length / 6);
  const nameOf = (index: number) => (bars.length - 1 - index - Math.floor(step / 2)) / step;
  return (
    <div className="mt-2 flex text-center text-muted text-xs" aria-hidden="true">
      {bars.map(({ key, short }, index) => (
        <span
          key={key}
          className={`flex w-0 grow justify-center whitespace-nowrap ${nameOf(index) % 2 === 0 ? '' : 'max-sm:invisible'}`}
        >
          {Number.isInteger(nameOf(index)) ? short : ''}
        </span>
      ))}
    </div>
  );
}

function BarsTable({ bars, period }: Props) {
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
      <div id={tableId} className={isShown ? '' : 'sr-only'}>
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">Views in {period}</caption>
          <thead className="text-muted text-xs">
            <tr>
              <th scope="col" className="py-1.5 text-left font-medium">
                {bars.length > 12 ? 'Day' : 'Month'}
              </th>
              <th scope="col" className="py-1.5 pl-3 text-right font-medium">
                Views
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {bars.map(({ key, long, views }) => (
              <tr key={key}>
                <th scope="row" className="py-1.5 text-left font-normal">
                  {long}
                </th>
                <td className="py-1.5 pl-3 text-right">{views.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
