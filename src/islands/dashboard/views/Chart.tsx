import { type PointerEvent, type ReactNode, useId, useState } from 'react';

interface FrameProps {
  /** The number of bars, or of points of each line. */
  count: number;
  label: string;
  /** The ticks of the vertical axis, from 0. */
  ticks: readonly number[];
  className: string;
  onPoint: (index: number | null) => void;
  /** The drawing. */
  children: ReactNode;
  /** The names below it. */
  names: ReactNode;
}

/** The axes of a chart. Reports which bar or point is under the pointer. */
export function ChartFrame(props: FrameProps) {
  const { count, label, ticks, className, onPoint, children, names } = props;
  const top = ticks.at(-1) ?? 1;
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * count);
    onPoint(Math.min(Math.max(index, 0), count - 1));
  };
  return (
    <div role="img" aria-label={label} className="mt-4 pl-10">
      <div
        className={`relative ${className}`}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onPoint(null)}
      >
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
        {children}
      </div>
      <div className="mt-2 flex text-center text-muted text-xs" aria-hidden="true">
        {names}
      </div>
    </div>
  );
}

interface TableProps {
  caption: string;
  /** The headings. The first one is for the names. */
  columns: readonly string[];
  rows: readonly { key: string; name: string; values: readonly number[] }[];
}

/** The numbers of a chart, behind a button. */
export function ChartTable({ caption, columns: [first, ...others], rows }: TableProps) {
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
          <caption className="sr-only">{caption}</caption>
          <thead className="text-muted text-xs">
            <tr>
              <th scope="col" className="py-1.5 text-left font-medium">
                {first}
              </th>
              {others.map((heading) => (
                <th key={heading} scope="col" className="py-1.5 pl-3 text-right font-medium">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {rows.map(({ key, name, values }) => (
              <tr key={key}>
                <th scope="row" className="py-1.5 text-left font-normal">
                  {name}
                </th>
                {values.map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are never reordered
                  <td key={index} className="py-1.5 pl-3 text-right">
                    {value.toLocaleString('en-US')}
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

const MAX_TICKS = 4;

/** Returns the ticks of an axis from 0 to at least `highest`, at round numbers. */
export function ticksFor(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest / MAX_TICKS)));
  const factor = [1, 2, 5, 10].find((one) => one * power * MAX_TICKS >= highest) ?? 10;
  const step = factor * power;
  const count = Math.max(2, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
