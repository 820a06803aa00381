import { useCallback, useEffect, useRef, useState } from 'react';
import type { Document, DocumentFields, DocumentKind } from '../../../api/contract/documents.ts';
import { type Draft, type DraftFields, kindOf } from '../../stores/post-drafts.ts';
import { useCategories } from './categories.ts';
import {
  type Fields,
  type FormState,
  fieldsOf,
  type Notice,
  postValues,
  sendable,
} from './form-state.ts';
import type { Problem } from './problems.tsx';
import type { UploadState } from './quill/uploads.ts';
import { useRecorder } from './recorder/useRecorder.ts';
import { useTakeOver } from './take-over/useTakeOver.ts';
import { useContent } from './useContent.ts';
import { useDraft } from './useDraft.ts';
import { usePanel } from './usePanel.ts';
import { usePlace } from './usePlace.ts';
import { usePublish } from './usePublish.ts';
import { useReplace } from './useReplace.ts';
import { useSaveByHand } from './useSaveByHand.ts';
import { useSignIn } from './useSignIn.ts';
import { useSync } from './useSync.ts';

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
  const { sync, state } = useSync({
    kind,
    document,
    values: () => sendable(latestFields.current, content.currentHtml()),
    onReplaced: (next) => replacing.show(next),
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
      if (restored) replacing.restore(restored);
      // Other drafts of an open document can't be saved over it.
      const isElsewhere = (one: Draft) => document === null || one.target !== target;
      // Without the code for it, they stay in this browser.
      takeOver(drafts.filter((one) => one !== restored && isElsewhere(one))).catch(() => undefined);
    },
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

/** State that callbacks can read before the next render. */
function useLatestState<T>(initial: T) {
  const [value, setValue] = useState(initial);
  const latest = useRef(value);
  const set = useCallback((next: T) => {
    latest.current = next;
    setValue(next);
  }, []);
  return [value, latest, set] as const;
}

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

function hasUploads(uploads: UploadState | undefined): boolean {
  return uploads !== undefined && uploads.count + uploads.failed > 0;
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
