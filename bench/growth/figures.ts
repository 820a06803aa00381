/** A figure of a site of some size. */
export interface Figure {
  value: number;
  unit: 'ms' | 'MB' | 'bytes' | 'requests' | 'searches' | 'shards' | 'times';
  /** The maximum, as a ratio to the smallest site. */
  atMost?: number;
  /** The maximum, in the figure's unit. */
  limit?: number;
}

/** Figures by what they measure. */
export type Figures = Record<string, Figure>;

/** A page far out in a list. */
export const far = { limit: 20 };

/** A figure below this is noise, however small the first one is. */
const NOISE: Partial<Record<Figure['unit'], number>> = { ms: 2 };

/** Returns a figure as text. */
function textOf({ value, unit }: Figure): string {
  if (unit === 'ms' && value >= 10_000) return `${(value / 1000).toFixed(0)} s`;
  if (unit === 'bytes') return `${(value / 1000).toFixed(1)} kB`;
  if (['requests', 'searches', 'shards', 'times'].includes(unit)) return `${Math.round(value)}`;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}

function ratioOf(first: Figure, figure: Figure): number {
  return figure.value / Math.max(first.value, NOISE[first.unit] ?? 1);
}

/** Returns whether a figure is within its bound. One without a bound always is. */
export function isWithin(first: Figure, figure: Figure): boolean {
  const { atMost = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY } = figure;
  return ratioOf(first, figure) <= atMost && figure.value <= limit;
}

function boundOf({ atMost, limit, ...figure }: Figure): string {
  if (limit !== undefined) return `≤ ${textOf({ ...figure, value: limit })}`;
  return atMost === undefined ? '' : `≤ ${atMost} ×`;
}

/** Returns a Markdown table, a column per size, and how many of the last miss their bound. */
export function growthTable(
  sizes: number[],
  columns: Figures[],
): { table: string; missed: number } {
  const [first = {}] = columns;
  const last = columns.at(-1) ?? {};
  let missed = 0;
  const lines = Object.entries(last).map(([what, figure]) => {
    const base = first[what] ?? figure;
    const isMet = isWithin(base, figure);
    if (!isMet) missed++;
    const cells = columns.map((column) => (column[what] ? textOf(column[what]) : ''));
    const ratio = ratioOf(base, figure).toFixed(2);
    return [what, ...cells, ratio, boundOf(figure), isMet ? '' : 'MISSED'];
  });
  const head = ['what', ...sizes.map((size) => size.toLocaleString('en-US')), 'ratio', 'bound', ''];
  const rows = [head, head.map(() => '---'), ...lines];
  return { table: rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'), missed };
}
