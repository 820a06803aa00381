/**
 * Rehearses an import on a copy of the site, whose database is in this process's `DATABASE_URL`.
 * `rehearse.ts` starts it and reads its output.
 */
import '../../api/workarounds/drizzle-commonjs.ts';
import { setPriority } from 'node:os';
import type { ImportOptions, RehearsalSummary } from '../../api/contract/imports.ts';
import { loadEnv } from '../../api/env.ts';
import { ensureBuild } from '../../scripts/build.ts';
import { recognize } from '../import/recognize.ts';
import { printLines } from './output.ts';
import { rehearseCopy } from './rehearse-copy.ts';

/** The argument, as JSON. */
export interface CopyTask {
  folder: string;
  /** Our own export of the site, if its database can't be copied as a file. */
  siteExport?: string;
  source: { file: string } | { mern: string[] };
  options: ImportOptions;
}

/** A line of the output. All but the last have progress. */
export type CopyReply = { progress: string } | { summary: RehearsalSummary } | { error: string };

setPriority(10);
await printLines(async (say) => {
  const task = JSON.parse(process.argv[2] ?? '') as CopyTask;
  const { source, options } = task;
  const from = 'mern' in source ? source : await recognize(source.file, options.from ?? undefined);
  const build = await ensureBuild({ say });
  const env = loadEnv(process.env);
  return { summary: await rehearseCopy({ ...task, env, from, build, say }) };
});
