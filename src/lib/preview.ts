import type { PreviewDraft } from '../../api/contract/publish.ts';

/** Returns the draft from `renderPreview`; `undefined` for any other request of the page. */
export function draftIn(locals: object): PreviewDraft | undefined {
  return 'draft' in locals ? (locals.draft as PreviewDraft) : undefined;
}
