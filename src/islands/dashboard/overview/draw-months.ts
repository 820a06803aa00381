import UPlot from 'uplot';
import type { MonthCounts } from '../../../../api/contract/responses.ts';

/** The lines of the chart. Each has its own color and dashes. */
export const SERIES = [
  { key: 'posts', label: 'Posts', color: '--accent', dash: [] },
  { key: 'comments', label: 'Comments', color: '--tone-1-ink', dash: [6, 4] },
  { key: 'users', label: 'Sign-ups', color: '--tone-2-ink', dash: [2, 3] },
] as const satisfies readonly {
  key: keyof MonthCounts;
  label: string;
  /** A color of styles/tokens.css. */
  color: `--${string}`;
  dash: readonly number[];
}[];

const FORMATS = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** `2025-01` as "Jan" or "January 2025". */
export function monthName(month: string, length: keyof typeof FORMATS): string {
  return FORMATS[length].format(new Date(`${month}-01T00:00:00Z`));
}

const AXIS_FONT = '12px Figtree, system-ui, sans-serif';
/** Narrower charts label only every third month. */
const NARROW_PX = 480;

/** Calls `onPoint` with the index of the month under the pointer. Returns a cleanup function. */
export function drawMonths(
  element: HTMLElement,
  months: MonthCounts[],
  onPoint: (index: number | null) => void,
): () => void {
  const size = () => ({ width: element.clientWidth, height: element.clientHeight });
  const plot = new UPlot(
    { ...size(), ...optionsFor(months, onPoint) },
    [
      months.map((_, index) => index),
      ...SERIES.map(({ key }) => months.map((month) => month[key])),
    ],
    element,
  );
  const observer = new ResizeObserver(() => plot.setSize(size()));
  observer.observe(element);
  return () => {
    observer.disconnect();
    plot.destroy();
    onPoint(null);
  };
}

function optionsFor(
  months: MonthCounts[],
  onPoint: (index: number | null) => void,
): Omit<UPlot.Options, 'width' | 'height'> {
  const color = (name: string) =>
    getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const axis: UPlot.Axis = {
    stroke: color('--muted'),
    font: AXIS_FONT,
    ticks: { show: false },
    grid: { stroke: color('--line'), width: 1 },
  };
  const highest = Math.max(1, ...months.flatMap((month) => SERIES.map(({ key }) => month[key])));
  return {
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 9 } },
    scales: { x: { time: false }, y: { range: () => [0, Math.max(4, highest * 1.1)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 32,
        splits: () => months.map((_, index) => index),
        values: (plot, splits) =>
          splits.map((index) => {
            const month = months[index];
            const hidden = plot.width < NARROW_PX && (months.length - 1 - index) % 3 !== 0;
            return month && !hidden ? monthName(month.month, 'short') : '';
          }),
      },
      { ...axis, size: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000] },
    ],
    series: [
      {},
      ...SERIES.map(
        ({ label, color: name, dash }): UPlot.Series => ({
          label,
          stroke: color(name),
          width: 2,
          dash: [...dash],
          points: { show: true, size: 6, fill: color(name), stroke: color(name) },
        }),
      ),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}
