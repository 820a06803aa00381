import type { Op } from 'quill/core.js';
import { type Draft, deleteDraft, putDraft, whileClosed } from '../../../stores/post-drafts.ts';
import { statusOf } from '../../ui/request.ts';
import { newClientId, server } from '../sync/server.ts';
import { takeOver } from './take-over.ts';

/** The server refuses this draft, but maybe not others. */
const REFUSALS = [400, 403, 404, 409, 413];
const tools = {
  server,
  newClientId,
  store: putDraft,
  toHtml: async (ops: Op[]) => (await import('../quill/QuillEditor.tsx')).htmlOfDraft(ops),
};

/**
 * Saves drafts of this browser on the server, unless they're open in a tab, and deletes each one
 * here once the server has it. Returns the ids of those. Never throws.
 */
export async function takeOverDrafts(drafts: readonly Draft[]): Promise<string[]> {
  const done: string[] = [];
  for (const { id } of drafts) {
    try {
      await whileClosed(id, async (draft) => {
        if (!(await takeOver(draft, tools))) return;
        await deleteDraft(id);
        done.push(id);
      });
    } catch (error) {
      if (!REFUSALS.includes(statusOf(error))) break;
    }
  }
  return done;
}
