/** Makes one scheduled export to Markdown files in a separate process, then exits. */
import { loadEnv } from '../api/env.ts';
import { makeScheduledExport } from './scheduled-export.ts';
import { replyWith } from './task-process.ts';

await replyWith<'export'>(() =>
  makeScheduledExport({ env: loadEnv(process.env), source: process.env }),
);
