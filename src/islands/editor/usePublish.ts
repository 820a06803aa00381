import { useCallback, useRef, useState } from 'react';
import { addressOf } from '../../../api/contract/addresses.ts';
import type { Document, DocumentKind } from '../../../api/contract/documents.ts';
import { call } from '../../lib/api.ts';
import { navigate } from '../../lib/navigate.ts';
import { offerUndo } from '../../stores/undo-publish.ts';
import { categoryProblem } from './categories.ts';
import type { FormState } from './form-state.ts';
import { type FormField, type Problem, saveProblem } from './problems.tsx';
import type { Editor } from './quill/create.ts';
import { newClientId } from './sync/server.ts';
import { useLatestState } from './useLatestState.ts';

const REQUIRED = 'Please provide all required fields.';
const FIELDS: readonly FormField[] = ['title', 'content', 'category'];
/** The author has to decide between two versions first. */
const UNDECIDED = ['conflict', 'trashed', 'gone'];

const notPublicYet = (kind: DocumentKind) =>
  `Your changes since then aren't public yet. Press “Update ${kind}” to publish them.`;
const notLiveYet = (kind: DocumentKind) => `The ${kind} is saved. It will be on the site soon.`;

const published = ({ _id, revision }: Document) =>
  call('POST /api/document/publish/:id', { id: _id, body: { revision } });

/** Publishes or schedules what the form shows, one call at a time. */
export function usePublish(form: FormState) {
  const { kind, sync, draft, setProblem } = form;
  const [isSaving, isBusy, setBusy] = useLatestState(false);
  /** The question before publishing by keyboard is open. */
  const [isAsking, setIsAsking] = useState(false);
  /** The dialog about another version is open: what to do after the decision. */
  const [conflict, setConflict] = useState<'publish' | 'save' | null>(null);
  const isPictureUploading = useRef(false);
  const setPictureUploading = useCallback((isUploading: boolean) => {
    isPictureUploading.current = isUploading;
  }, []);
  /** Returns whether the form can be published, and says what is missing. */
  const check = () => checkForm(form, isPictureUploading.current);
  const report = (error: unknown, then: 'publish' | 'save') => {
    if (UNDECIDED.includes(sync.state.status)) setConflict(then);
    else setProblem(saveProblem(error));
    setBusy(false);
  };
  const publish = async () => {
    if (isBusy.current || !check()) return;
    setBusy(true);
    const before = sync.state.document;
    const saved = before?.postId ? `The ${kind} is updated.` : `Your ${kind} is published.`;
    try {
      const {
        document,
        post,
        live = true,
      } = await sync.act(published, { of: ({ document }) => document });
      form.setNotice(null);
      // The author typed while the post was being published: continue with those changes.
      if (sync.isDirty || !post) {
        setBusy(false);
        return setProblem({ message: `${saved} ${notPublicYet(kind)}`, tone: 'info' });
      }
      await draft.clear();
      offerUndo(live ? saved : notLiveYet(kind), document, before);
      // Its page may be missing or old. The overview shows what is being published.
      navigate(live ? addressOf(post.slug) : '/dashboard?tab=dash');
    } catch (error) {
      report(error, 'publish');
    }
  };
  /** Saves the form over another version or, with null, as a new document. */
  const overwrite = async (theirs: Document | null) => {
    setConflict(null);
    try {
      if (theirs) await sync.overwrite(theirs);
      else await sync.saveAsNew(newClientId());
      if (conflict === 'publish') await publish();
    } catch (error) {
      report(error, conflict ?? 'save');
    }
  };
  const submit = () => void publish();
  const ask = () => setIsAsking(!isBusy.current && check());
  const state = { isSaving, isAsking, setIsAsking, conflict, setConflict };
  return { ...state, setPictureUploading, check, submit, ask, overwrite };
}

function checkForm(form: FormState, isPictureUploading: boolean): boolean {
  const { editor } = form.content;
  if (!editor.current) return false;
  const invalid = findProblem(form, editor.current, isPictureUploading);
  form.setProblem(invalid);
  if (invalid) focusField(form, invalid.fields?.[0]);
  return invalid === null;
}

/** Returns why the form can't be sent, or null. */
function findProblem(
  { kind, values }: FormState,
  editor: Editor,
  isPictureUploading: boolean,
): Problem | null {
  const { title, category } = values();
  const isPost = kind === 'post';
  const required = {
    title: title === '',
    category: isPost && category === '',
    content: editor.isEmpty(),
  };
  const missing = FIELDS.filter((field) => required[field]);
  const { count, failed } = editor.uploads();
  // The text may consist of pictures that are being uploaded.
  if (missing.length > 0 && (missing[0] !== 'content' || count === 0)) {
    return { message: REQUIRED, reason: `Missing: ${missing.join(', ')}.`, fields: missing };
  }
  if (isPictureUploading) return { message: 'Please wait for image to upload' };
  if (count > 0) return { message: 'Please wait for the pictures in the text to upload.' };
  if (failed > 0) {
    return { message: "A picture in the text isn't uploaded. Retry or remove it." };
  }
  const message = isPost && categoryProblem(category);
  return message ? { message, fields: ['category'] } : null;
}

function focusField({ element, content, panel }: FormState, field: FormField | undefined): void {
  if (field === 'category') panel.show();
  if (field === 'content') content.editor.current?.quill.focus();
  else element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
}
