/** One line of the table that `npm run bench` prints. */
export interface Row {
  what: string;
  ours: string;
  /** The baseline, measured in the same run, or the limit. */
  baseline: string;
  /** Ours divided by the baseline. */
  ratio: number;
  /** The range for the ratio. Undefined if the row is only informative. */
  aim?: { atLeast: number } | { atMost: number };
}

const aimOf = ({ aim }: Row): string => {
  if (aim === undefined) return '';
  return 'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`;
};

/** Returns whether a row meets its aim. Rows without one always do. */
export function isMet({ aim, ratio }: Row): boolean {
  if (aim === undefined) return true;
  return 'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost;
}

/** Returns a row that compares a figure with its limit. */
export const within = (
  what: string,
  value: number,
  limit: number,
  write: (value: number) => string,
): Row => ({
  what,
  ours: write(value),
  baseline: write(limit),
  ratio: value / limit,
  aim: { atMost: 1 },
});

/** Returns the rows as a Markdown table with aligned columns. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.ours,
    row.baseline,
    row.ratio.toFixed(2),
    aimOf(row),
    isMet(row) ? '' : 'MISSED',
  ]);
  const all = [['what', 'ours', 'baseline', 'ratio', 'aim', ''], ...cells];
  const widths = all[0]?.map((_, column) =>
    Math.max(...all.map((line) => line[column]?.length ?? 0), 3),
  );
  const write = (line: string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths?.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [head = [], ...body] = all;
  return [write(head), rule, ...body.map(write)].join('\n');
}

export const count = (value: number) => Math.round(value).toLocaleString('en-US');
export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const seconds = (value: number) => `${(value / 1000).toFixed(value < 10_000 ? 2 : 1)} s`;
export const mb = (value: number) => `${Math.round(value)} MB`;
export const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
