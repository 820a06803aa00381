import type { Op } from 'quill/core.js';
import { type Draft, deleteDraft, putDraft, whileClosed } from '../../../stores/post-drafts.ts';
import { statusOf } from '../../ui/request.ts';
import { createEditor } from '../quill/create.ts';
import { newClientId, server } from '../sync/server.ts';
import { takeOver } from './take-over.ts';

/** The server refuses this draft, but maybe not others. */
const REFUSALS = [400, 403, 404, 409, 413];
const tools = { server, toHtml, newClientId, store: putDraft };

/**
 * Saves drafts of this browser on the server, unless they're open in a tab, and deletes each one here
 * once the server has it. Returns the ids of those. Never throws.
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

/** Has an editor that nobody sees write the HTML, so that it's the same as after restoring. */
async function toHtml(ops: Op[]): Promise<string> {
  const nothing = () => undefined;
  const editor = createEditor({
    ...{ host: document.createElement('div'), placeholder: '', label: '', hintId: '' },
    ...{ onChange: nothing, onUploads: nothing, onPictures: nothing },
    ...{ onLink: nothing, onToolbar: nothing, onLeaving: nothing },
  });
  editor.show({ ops });
  const html = editor.html();
  editor.destroy();
  return html;
}
