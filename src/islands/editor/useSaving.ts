import type { Document, DocumentKind } from '../../../api/contract/documents.ts';
import { type Draft, type DraftFields, kindOf } from '../../stores/post-drafts.ts';
import { type Fields, type FormState, sendable } from './form-state.ts';
import type { UploadState } from './quill/uploads.ts';
import { useDraft } from './useDraft.ts';
import { useSync } from './useSync.ts';

interface Options extends Pick<FormState, 'latestFields' | 'setFields' | 'content'> {
  kind: DocumentKind;
  owner: string;
  /** Null for a new one. */
  document: Document | null;
  /** The server has another version, which replaces the form's. */
  onReplaced: (document: Document) => void;
  /** Called with the draft of an earlier visit to show. */
  onRestored: (draft: Draft) => void;
  /** Called with the drafts that belong to other documents. */
  onElsewhere: (drafts: readonly Draft[]) => void;
}

/** Saves the form on the server, and until it's there, as a draft in this browser. */
export function useSaving(options: Options) {
  const { kind, owner, document, latestFields, setFields, content } = options;
  const { sync, state } = useSync({
    kind,
    document,
    values: () => sendable(latestFields.current, content.currentHtml()),
    onReplaced: options.onReplaced,
    // If the page closes before the answer comes, the next one knows what was sent.
    onSending: () => draft.keep(),
    onSaved: () => {
      // The server may have chosen another address: that one is shown from now on.
      const { slug: _, ...settings } = latestFields.current.settings;
      setFields({ ...latestFields.current, settings });
      // Only the draft has pictures that aren't uploaded.
      const isMissing = () => hasUploads(content.editor.current?.uploads());
      void draft.clear().then(() => (sync.isDirty || isMissing()) && draft.touch());
    },
  });
  const target = document?._id ?? 'new';
  const draft = useDraft({
    owner,
    target,
    fields: () => snapshotOf(kind, latestFields.current, content, sync),
    onFound: (drafts) => {
      // Doesn't replace what the author typed in the meantime.
      const restored = sync.isDirty
        ? undefined
        : drafts.find((one) => one.target === target && kindOf(one) === kind);
      if (restored) options.onRestored(restored);
      // Other drafts of an open document can't be saved over it.
      const isElsewhere = (one: Draft) => document === null || one.target !== target;
      options.onElsewhere(drafts.filter((one) => one !== restored && isElsewhere(one)));
    },
  });
  return { sync, state, draft };
}

/** Returns what a draft keeps of the form. */
function snapshotOf(
  kind: DocumentKind,
  fields: Fields,
  content: FormState['content'],
  { state: { document }, clientId, unanswered }: FormState['sync'],
): DraftFields {
  const ops = content.ops();
  const line = content.cursorLine();
  return {
    ...(kind === 'page' && { kind }),
    ...fields,
    ...(ops && { ops }),
    ...(line && { line }),
    ...(document ? { revision: document.revision } : { clientId }),
    ...(unanswered.length > 0 && { unanswered }),
  };
}

/** Returns whether pictures of the text are only in this browser. */
export function hasUploads(uploads: UploadState | undefined): boolean {
  return uploads !== undefined && uploads.count + uploads.failed > 0;
}
