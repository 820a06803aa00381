import { useRef, useState } from 'react';
import type { Document } from '../../../api/contract/documents.ts';
import { call } from '../../lib/api.ts';
import type { Draft } from '../../stores/post-drafts.ts';
import { type Fields, type FormState, fieldsOf, NO_FIELDS, NO_SETTINGS } from './form-state.ts';
import type { Problem } from './problems.tsx';
import { newClientId } from './sync/server.ts';

const DRAFT_FAILED: Problem = {
  message:
    "This browser can't save your changes as a draft, so nothing was replaced. Save or copy them first.",
};

/**
 * Replaces the content of the form: with a draft of this browser, the stored version, or nothing.
 */
export function useReplace(form: FormState) {
  const { sync, draft, content, setFields, setProblem, setNotice } = form;
  const [count, setCount] = useState(0);
  /** What the form showed before an unsaved copy replaced it. */
  const opened = useRef<Document | null>(sync.state.document);

  const showFields = (fields: Fields) => {
    setFields(fields);
    setCount((times) => times + 1);
  };
  const show = (document: Document) => {
    opened.current = document;
    showFields(fieldsOf(document));
    content.show({ html: document.content });
    setNotice(null);
  };
  const restore = async (restored: Draft) => {
    if (!(await secureChanges(form))) return;
    const { document } = sync.state;
    const revision = startOf(restored, document);
    const isOutdated = document !== null && revision !== document.revision;
    showFields(fieldsOfDraft(restored, form.latestFields.current));
    if (restored.ops) content.show({ ops: restored.ops, line: restored.line });
    sync.resume({ ...restored, revision });
    await draft.adopt(restored);
    // The closing page may have saved it, without learning that it worked.
    const isSaved = isOutdated && revision !== null && (await isSavedNow(sync));
    if (!isSaved) setNotice({ kind: 'restored', isOutdated });
  };
  const takeTheirs = async (theirs: Document) => {
    if (await secureChanges(form)) sync.take(theirs);
  };
  const discard = async () => {
    const discarded = draft.discard();
    if (!discarded) return;
    const { document } = sync.state;
    const before = opened.current;
    if (before) {
      show(before);
      sync.touch();
    } else {
      sync.reset(newClientId());
      showFields({ ...NO_FIELDS, settings: NO_SETTINGS });
      content.show({ ops: [] });
      // The document has only the discarded content, so it goes to the trash.
      if (document)
        void call('POST /api/document/trash/:id', { id: document._id }).catch(() => undefined);
    }
    setProblem(null);
    const { revision: _, clientId: _id, ...kept } = discarded;
    setNotice({ kind: 'discarded', draft: before ? discarded : kept });
  };
  return {
    count,
    show,
    discard: () => void discard(),
    restore: (restored: Draft) => void restore(restored),
    takeTheirs: (theirs: Document) => void takeTheirs(theirs),
  };
}

function fieldsOfDraft(draft: Draft, { settings: before }: Fields): Fields {
  const { title, category, image, imageAlt = '', imageFocus = '', settings = before } = draft;
  return { title, category, image, imageAlt, imageFocus, settings };
}

/** Saves unsaved changes as a draft. Returns false if that fails; then nothing may be replaced. */
async function secureChanges({ sync, draft, setProblem }: FormState): Promise<boolean> {
  const isSafe = !sync.isDirty || (await draft.setAside());
  if (!isSafe) setProblem(DRAFT_FAILED);
  return isSafe;
}

function isSavedNow(sync: FormState['sync']): Promise<boolean> {
  return sync.flush().then(
    () => true,
    () => false,
  );
}

/** Returns the revision that a draft started from, null if it's older than the document. */
function startOf({ revision, startedFrom }: Draft, document: Document | null): number | null {
  if (revision !== undefined) return revision;
  if (startedFrom === undefined || !document) return document?.revision ?? null;
  return startedFrom === document.updatedAt ? document.revision : null;
}
