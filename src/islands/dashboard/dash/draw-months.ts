import UPlot from 'uplot';
import type { MonthCounts } from '../../../lib/api.ts';
import { monthName, SERIES } from './series.ts';

const AXIS_FONT = '12px Figtree, system-ui, sans-serif';
/** Narrower than this, only every third month has room for its name. */
const NARROW_PX = 480;

/**
 * Draws the months into `place`, as wide and high as that is, in the colors of the theme. Tells `onPoint`
 * the month that is pointed at, or null. Gives what takes the chart away.
 */
export function drawMonths(
  place: HTMLElement,
  months: MonthCounts[],
  onPoint: (index: number | null) => void,
): () => void {
  const size = () => ({ width: place.clientWidth, height: place.clientHeight });
  const plot = new UPlot(
    { ...size(), ...optionsFor(months, onPoint) },
    [
      months.map((_, index) => index),
      ...SERIES.map(({ key }) => months.map((month) => month[key])),
    ],
    place,
  );
  const observer = new ResizeObserver(() => plot.setSize(size()));
  observer.observe(place);
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
