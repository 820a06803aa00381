/**
 * What a site takes with 1,000, 10,000 and 100,000 posts: starts, memory, publishing, searching,
 * lists, a busy day, copies. Prints a table with a column for each. Takes about 25 minutes; less
 * with `GROWTH_SIZES=1000,10000`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figures, growthTable } from './growth/figures.ts';
import { figuresOf } from './growth/site.ts';
import { count, type Row } from './support/rows.ts';

const SIZES = (process.env.GROWTH_SIZES ?? '1000,10000,100000').split(',').map(Number);

/** Prints the table after each size. Returns a row that says how many figures miss their bound. */
export async function measure(): Promise<Row[]> {
  const columns: Figures[] = [];
  const root = await mkdtemp(join(tmpdir(), 'inkwell-growth-'));
  try {
    for (const size of SIZES) {
      const folder = join(root, String(size));
      await mkdir(folder);
      columns.push(await figuresOf(folder, size));
      const { table } = growthTable(SIZES.slice(0, columns.length), columns);
      console.log(`\n${table}\n`);
    }
  } finally {
    // At the end: on ext4, creating files takes many times as long after thousands were deleted.
    await rm(root, { recursive: true, force: true });
  }
  const { missed } = growthTable(SIZES, columns);
  const what = `figures of ${count(SIZES.at(-1) ?? 0)} posts that miss their bound`;
  return [{ what, ours: `${missed}`, baseline: '0', ratio: missed, aim: { atMost: 0 } }];
}
