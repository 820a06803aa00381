import { useCallback, useEffect, useRef, useState } from 'react';
import type { Document, DocumentFields, DocumentKind } from '../../../api/contract/documents.ts';
import { useCategories } from './categories.ts';
import { type Fields, type FormState, fieldsOf, type Notice, postValues } from './form-state.ts';
import type { Problem } from './problems.tsx';
import { useRecorder } from './recorder/useRecorder.ts';
import { useTakeOver } from './take-over/useTakeOver.ts';
import { useContent } from './useContent.ts';
import { useLatestState } from './useLatestState.ts';
import { usePanel } from './usePanel.ts';
import { usePlace } from './usePlace.ts';
import { usePublish } from './usePublish.ts';
import { useReplace } from './useReplace.ts';
import { useSaveByHand } from './useSaveByHand.ts';
import { hasUploads, useSaving } from './useSaving.ts';
import { useSignIn } from './useSignIn.ts';

interface Options {
  kind: DocumentKind;
  owner: string;
  /** Null for a new one. */
  document: Document | null;
}

/** The state of the editor: fields, text, saving, publishing. */
export function useDocumentForm({ kind, owner, document }: Options) {
  const [fields, latestFields, setFields] = useLatestState<Fields>(fieldsOf(document));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [words, setWords] = useState<number | null>(null);
  const content = useContent(document?.content);
  const element = useRef<HTMLFormElement>(null);
  const { taken, takeOver } = useTakeOver();
  const { sync, state, draft } = useSaving({
    kind,
    owner,
    document,
    latestFields,
    setFields,
    content,
    onReplaced: (next) => replacing.show(next),
    onRestored: (restored) => replacing.restore(restored),
    // Without the code for it, they stay in this browser.
    onElsewhere: (drafts) => void takeOver(drafts).catch(() => undefined),
  });
  const signIn = useSignIn(content, draft);
  const values = () => postValues(latestFields.current, content.currentHtml());
  const panel = usePanel();
  const saving = { sync, draft, setProblem, setNotice };
  const form: FormState = {
    kind,
    ...saving,
    content,
    latestFields,
    setFields,
    values,
    element,
    panel,
  };
  const publishing = usePublish(form);
  const byHand = useSaveByHand(sync, state, setProblem, () => publishing.setConflict('save'));
  const replacing = useReplace(form);
  useDocumentAddress(kind, state.document, draft.moveTo);
  useQuestionBeforeLeaving(() => draft.status === 'failed' && sync.isDirty, content.editor);
  usePlace(state.document?._id ?? null, content);
  const recorder = useRecorder({ owner, title: fields.title, content, sync });
  const shown = { fields, state, problem, notice, words, taken, categories: useCategories() };
  return {
    ...form,
    ...shown,
    ...changesOf(form, byHand, setProblem),
    owner,
    recorder,
    publishing,
    byHand,
    replacing,
    setWords,
    signIn,
    setPictureProblem: usePictureProblem(setProblem),
  };
}

/** Returns the ways in which the author changes the form. */
function changesOf(
  { latestFields, setFields, sync, draft, content }: FormState,
  byHand: { forget(): void },
  setProblem: (update: (current: Problem | null) => Problem | null) => void,
) {
  const changed = () => {
    setProblem((current) => (current?.fields ? null : current));
    byHand.forget();
    sync.touch();
    draft.touch();
  };
  const change = (next: Partial<Fields>) => {
    setFields({ ...latestFields.current, ...next });
    changed();
  };
  const changeSettings = ({ seo, ...next }: Partial<DocumentFields>) => {
    const { settings } = latestFields.current;
    change({ settings: { ...settings, ...next, seo: { ...settings.seo, ...seo } } });
  };
  const contentChanged = () => {
    content.touch();
    changed();
  };
  return { change, changeSettings, contentChanged };
}

export type DocumentForm = ReturnType<typeof useDocumentForm>;

/** A new upload clears the message about earlier pictures, but no other message. */
function usePictureProblem(
  setProblem: (update: (current: Problem | null) => Problem | null) => void,
) {
  const last = useRef<Problem | null>(null);
  return useCallback(
    (next: Problem | null) => {
      const previous = last.current;
      last.current = next;
      setProblem((current) => next ?? (current === previous ? null : current));
    },
    [setProblem],
  );
}

const HEADINGS = {
  post: { draft: 'Create Your Post', public: 'Update post' },
  page: { draft: 'Create your page', public: 'Update page' },
};

/** The address, heading and title of the page follow the document, without a reload. */
function useDocumentAddress(
  kind: DocumentKind,
  document: Document | null,
  moveTo: (documentId: string) => void,
): void {
  const documentId = document?._id;
  const isPublic = document?.postId != null;
  const latest = useRef(moveTo);
  latest.current = moveTo;
  useEffect(() => {
    if (documentId !== undefined) {
      const path = `/update-post/${documentId}`;
      if (window.location.pathname !== path) {
        window.history.replaceState(window.history.state, '', path);
      }
      latest.current(documentId);
    }
    const heading = window.document.querySelector('h1');
    if (heading) heading.textContent = HEADINGS[kind][isPublic ? 'public' : 'draft'];
  }, [kind, documentId, isPublic]);
}

/**
 * Only when leaving would lose something: what is typed is saved on the server or in the browser.
 */
function useQuestionBeforeLeaving(
  isUnsafe: () => boolean,
  editor: ReturnType<typeof useContent>['editor'],
): void {
  const latest = useRef(isUnsafe);
  latest.current = isUnsafe;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current() || hasUploads(editor.current?.uploads())) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [editor]);
}
