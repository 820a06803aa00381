import { useCallback, useRef, useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import { ApiFailure, api } from '../../lib/api.ts';
import { navigate } from '../../lib/navigate.ts';
import { toastAfterNavigation } from '../../stores/toasts.ts';
import { categoryProblem } from './categories.ts';
import type { Base, FormState, PostValues } from './form-state.ts';
import { type FormField, type Problem, saveProblem } from './problems.tsx';
import type { Editor } from './quill/create.ts';

const REQUIRED = 'Please provide all required fields.';
const NOT_LIVE_YET = 'The post is saved. It will be on the site soon.';
/** In their order on the page. */
const FIELDS: readonly FormField[] = ['title', 'content', 'category'];

/** Saves the post of the form, one call at a time. */
export function useSavePost(form: FormState) {
  const { owner, saved, base, changes, draft, setProblem } = form;
  const [isSaving, setIsSaving] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const isBusy = useRef(false);
  const isImageUploading = useRef(false);
  const setBusy = (value: boolean) => {
    isBusy.current = value;
    setIsSaving(value);
  };
  const setImageUploading = useCallback((isUploading: boolean) => {
    isImageUploading.current = isUploading;
  }, []);

  const save = async (over: Base | null) => {
    if (isBusy.current || !form.editor.current) return;
    const invalid = findProblem(form.values(), form.editor.current, isImageUploading.current);
    if (invalid) {
      setProblem(invalid);
      focusField(form, invalid.fields?.[0]);
      return;
    }
    setBusy(true);
    setProblem(null);
    const sent = changes.current;
    try {
      const { post: stored, isLive } = await send(owner, form.values(), over);
      form.stored.current = stored;
      form.setNotice(null);
      form.setBase({ postId: stored._id, startedFrom: stored.updatedAt });
      draft.moveTo(stored._id);
      if (changes.current === sent) await draft.clear();
      // The author typed while the post was being saved: continue with those changes.
      if (changes.current !== sent) return keepEditing(stored._id);
      changes.current = 0;
      if (isLive) toastAfterNavigation(saved);
      else toastAfterNavigation(NOT_LIVE_YET, 'info');
      // Its page may be missing or old. The overview shows what is being published.
      navigate(isLive ? `/post/${stored.slug}` : '/dashboard?tab=dash');
    } catch (error) {
      const status = error instanceof ApiFailure ? error.status : 0;
      if (over && (status === 409 || status === 404)) setIsStale(true);
      else setProblem(saveProblem(error));
      setBusy(false);
    }
  };
  const keepEditing = (postId: string) => {
    draft.touch();
    setBusy(false);
    showAsUpdate(postId);
    setProblem({
      message: `${saved} Your changes since then aren't saved yet. Press “Update post” to save them.`,
      tone: 'info',
    });
  };
  const submit = () => void save(base.current);
  /** Overwrites another version of the post or, with null, creates a new post. */
  const overwrite = (current: Post | null) => {
    setIsStale(false);
    void save(current && { postId: current._id, startedFrom: current.updatedAt });
  };
  return { isSaving, isStale, setIsStale, setImageUploading, submit, overwrite };
}

/** `isLive`: false if the post is saved, but its page isn't on the site yet. */
async function send(
  userId: string,
  values: PostValues,
  over: Base | null,
): Promise<{ post: Post; isLive: boolean }> {
  if (over === null) {
    const { live = true, ...post } = await api.createPost(values);
    return { post, isLive: live };
  }
  const { postId, startedFrom } = over;
  const answer = await api.updatePost(postId, userId, { ...values, startedFrom });
  return { post: answer.updatedPost, isLive: answer.live ?? true };
}

/** Returns why the form can't be sent, or null. */
function findProblem(
  { title, category }: PostValues,
  editor: Editor,
  isImageUploading: boolean,
): Problem | null {
  const required = { title: title === '', category: category === '', content: editor.isEmpty() };
  const missing = FIELDS.filter((field) => required[field]);
  // The text may consist of pictures that are being uploaded.
  if (missing.length > 0 && (missing[0] !== 'content' || editor.uploads() === 0)) {
    return { message: REQUIRED, reason: `Missing: ${missing.join(', ')}.`, fields: missing };
  }
  if (isImageUploading) return { message: 'Please wait for image to upload' };
  if (editor.uploads() > 0) {
    return { message: 'Please wait for the images in the text to upload.' };
  }
  const message = categoryProblem(category);
  return message ? { message, fields: ['category'] } : null;
}

function focusField({ element, editor }: FormState, field: FormField | undefined): void {
  if (field === 'content') editor.current?.quill.focus();
  else element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
}

/** Turns the page of a new post into the page of the stored one. */
function showAsUpdate(postId: string): void {
  window.history.replaceState(window.history.state, '', `/update-post/${postId}`);
  const heading = document.querySelector('h1');
  if (heading) heading.textContent = 'Update post';
}
