import type { PreviewDraft } from '../../api/contract/publish.ts';

/** The draft that `renderPreview` hands to its page; undefined when the page is asked for by anybody else. */
export function draftIn(locals: object): PreviewDraft | undefined {
  return 'draft' in locals ? (locals.draft as PreviewDraft) : undefined;
}
