import { useCallback, useEffect, useRef, useState } from 'react';
import type { Document, DocumentFields } from '../../../api/contract/documents.ts';
import { goToSignIn } from '../../lib/navigate.ts';
import type { Draft, DraftFields } from '../../stores/post-drafts.ts';
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
import { useTakeOver } from './take-over/useTakeOver.ts';
import { useContent } from './useContent.ts';
import { useDraft } from './useDraft.ts';
import { usePlace } from './usePlace.ts';
import { usePublish } from './usePublish.ts';
import { useReplace } from './useReplace.ts';
import { useSync } from './useSync.ts';

interface Options {
  owner: string;
  /** Null for a new one. */
  document: Document | null;
}

/** The state of the editor: fields, text, saving, publishing. */
export function useDocumentForm({ owner, document }: Options) {
  const [fields, latestFields, setFields] = useLatestState<Fields>(fieldsOf(document));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [words, setWords] = useState<number | null>(null);
  const content = useContent(document?.content);
  const { editor } = content;
  const element = useRef<HTMLFormElement>(null);
  const categories = useCategories();
  const { taken, takeOver } = useTakeOver();
  const values = () => postValues(latestFields.current, content.currentHtml());
  const { sync, state } = useSync({
    document,
    values: () => sendable(latestFields.current, content.currentHtml()),
    onReplaced: (next) => replacing.show(next),
    // If the page closes before the answer comes, the next one knows what was sent.
    onSending: () => draft.keep(),
    onSaved: () => {
      // The server may have chosen another address: that one is shown from now on.
      const { slug: _, ...settings } = latestFields.current.settings;
      setFields({ ...latestFields.current, settings });
      void draft.clear().then(() => sync.isDirty && draft.touch());
    },
  });

  const snapshot = (): DraftFields => {
    const { document: current } = sync.state;
    const now = content.ops();
    const line = content.cursorLine();
    return {
      ...latestFields.current,
      ...(now && { ops: now }),
      ...(line && { line }),
      ...(current ? { revision: current.revision } : { clientId: sync.clientId }),
      ...(sync.unanswered.length > 0 && { unanswered: sync.unanswered }),
    };
  };
  const draft = useDraft({
    ...{ owner, target: document?._id ?? 'new', fields: snapshot },
    onFound: (drafts) => {
      const target = document?._id ?? 'new';
      const newest = drafts.find((one) => one.target === target);
      // Doesn't replace what the author typed in the meantime.
      const restored = sync.isDirty ? undefined : newest;
      if (restored) replacing.restore(restored);
      // Other drafts of an open document can't be saved over it.
      const isElsewhere = (one: Draft) => document === null || one.target !== target;
      // Without the code for it, they stay in this browser.
      takeOver(drafts.filter((one) => one !== restored && isElsewhere(one))).catch(() => undefined);
    },
  });
  const changed = () => {
    setProblem((current) => (current?.fields ? null : current));
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

  const form: FormState = {
    ...{ sync, draft, content, editor, fields: latestFields, setFields, values },
    ...{ setProblem, setNotice, element },
  };
  const publishing = usePublish(form);
  const replacing = useReplace(form);
  useDocumentAddress(state.document, draft.moveTo);
  useQuestionBeforeLeaving(() => draft.status === 'failed' && sync.isDirty, editor);
  usePlace(state.document?._id ?? null, content);
  const signIn = () => void draft.settled().then(() => goToSignIn());
  return {
    ...{ element, categories, fields, state, sync, problem, notice, draft, content, publishing },
    ...{ replacing, taken, words, setWords, change, changeSettings, contentChanged, values },
    ...{ setProblem, setNotice, signIn },
    setPictureProblem: usePictureProblem(setProblem),
  };
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

const HEADINGS = { draft: 'Create Your Post', public: 'Update post' };

/** The address, heading and title of the page follow the document, without a reload. */
function useDocumentAddress(document: Document | null, moveTo: (documentId: string) => void): void {
  const documentId = document?._id;
  const isPublic = document ? document.postId !== null : null;
  const latest = useRef(moveTo);
  latest.current = moveTo;
  useEffect(() => {
    const path = documentId === undefined ? '/create-post' : `/update-post/${documentId}`;
    if (window.location.pathname !== path && isPublic !== null) {
      window.history.replaceState(window.history.state, '', path);
    }
    if (documentId !== undefined) latest.current(documentId);
    const heading = window.document.querySelector('h1');
    if (heading && isPublic !== null) {
      heading.textContent = isPublic ? HEADINGS.public : HEADINGS.draft;
    }
  }, [documentId, isPublic]);
}

/** Only when leaving would lose something: what is typed is saved on the server or in the browser. */
function useQuestionBeforeLeaving(
  isUnsafe: () => boolean,
  editor: ReturnType<typeof useContent>['editor'],
): void {
  const latest = useRef(isUnsafe);
  latest.current = isUnsafe;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current() || (editor.current?.uploads() ?? 0) > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [editor]);
}
