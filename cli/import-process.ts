/**
 * Rehearses an import, or makes it public, in a separate process with low priority, so the server
 * stays fast. `api/imports/process.ts` starts it and reads its output.
 */
import { setPriority } from 'node:os';
import { loadEnv } from '../api/env.ts';
import { importFolder } from '../api/imports/folder.ts';
import type { ImportTask } from '../api/imports/process.ts';
import { printLines } from './rehearsal/output.ts';
import { publishRehearsal } from './rehearsal/publish.ts';
import { rehearse } from './rehearsal/rehearse.ts';

setPriority(10);
await printLines(async (say) => {
  const { action, id, file, options } = JSON.parse(process.argv[2] ?? '') as ImportTask;
  const env = loadEnv(process.env);
  const folder = importFolder(env, id);
  if (action === 'rehearse') {
    return { summary: await rehearse({ env, folder, source: { file }, options, say }) };
  }
  await publishRehearsal({ env, folder, say });
  return { done: true };
});
