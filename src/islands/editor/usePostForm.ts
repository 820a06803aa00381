import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure, type Post } from '../../lib/api.ts';
import { goToSignIn, navigate } from '../../lib/navigate.ts';
import { toastAfterNavigation } from '../../stores/toasts.ts';
import { categoryProblem, categorySlug } from './categories.ts';
import type { Draft, DraftFields } from './drafts.ts';
import type { Editor } from './quill/create.ts';
import { useDraft } from './useDraft.ts';

/** What is sent. */
export interface PostValues {
  title: string;
  category: string;
  image: string;
  content: string;
}

/** What the form says went wrong. */
export interface Problem {
  message: string;
  /** The session has ended: there is a way to sign in and come back. */
  signIn?: boolean;
}

interface Options {
  owner: string;
  /** The post that is changed; undefined for a new one. */
  post?: Post;
  /** Sends it; gives the saved post. */
  save: (values: PostValues, startedFrom: string | undefined) => Promise<Post>;
  saved: string;
}

const REQUIRED = 'Please provide all required fields.';

/** State and actions of the form of a post. */
export function usePostForm({ owner, post, save, saved }: Options) {
  const [fields, setFields] = useState({
    title: post?.title ?? '',
    category: post?.category ?? '',
    image: post?.image ?? '',
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const editor = useRef<Editor | null>(null);
  const startedFrom = useRef(post?.updatedAt);
  const now = useRef(fields);
  const isDirty = useRef(false);
  const isBusy = useRef(false);

  const snapshot = useCallback(
    (): DraftFields | null =>
      editor.current && {
        ...now.current,
        ops: editor.current.ops(),
        startedFrom: startedFrom.current,
      },
    [],
  );
  const draft = useDraft({ owner, target: post?._id ?? 'new', fields: snapshot });
  const { touch } = draft;

  const changed = useCallback(() => {
    isDirty.current = true;
    touch();
  }, [touch]);
  const change = useCallback(
    (changes: Partial<typeof fields>) => {
      now.current = { ...now.current, ...changes };
      setFields(now.current);
      changed();
    },
    [changed],
  );
  useLeaveGuard(isDirty);

  const ready = useCallback(
    (made: Editor) => {
      if (post) made.show({ html: post.content });
      setIsReady(true);
      if (isDirty.current) touch();
    },
    [post, touch],
  );

  const values = (): PostValues => ({
    title: now.current.title.trim(),
    category: categorySlug(now.current.category),
    image: now.current.image,
    content: editor.current?.html() ?? '',
  });

  const send = async () => {
    if (isBusy.current || !editor.current) return;
    const refusal = refusalOf(values(), editor.current);
    if (refusal) return setProblem({ message: refusal });
    isBusy.current = true;
    setIsSaving(true);
    setProblem(null);
    try {
      const { slug } = await save(values(), startedFrom.current);
      isDirty.current = false;
      await draft.clear();
      toastAfterNavigation(saved);
      navigate(`/post/${slug}`);
    } catch (error) {
      isBusy.current = false;
      setIsSaving(false);
      if (error instanceof ApiFailure && error.status === 409 && post) return setIsStale(true);
      setProblem(problemOf(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };

  /** Shows other values: a draft, or the version of somebody else. */
  const show = (next: DraftFields | Post) => {
    const { title, category, image } = next;
    now.current = { title, category, image };
    setFields(now.current);
    editor.current?.show('ops' in next ? { ops: next.ops } : { html: next.content });
  };
  const restore = async (kept: Draft) => {
    // What has been typed meanwhile is offered in its turn.
    if (isDirty.current) await draft.setAside();
    startedFrom.current = kept.startedFrom ?? startedFrom.current;
    show(kept);
    isDirty.current = true;
    await draft.adopt(kept);
  };
  /** Saves what is in the form over another version of the post, knowingly. */
  const overwrite = async (current: Post) => {
    startedFrom.current = current.updatedAt;
    setIsStale(false);
    await send();
  };
  /** Goes on from another version of the post; what was in the form is offered as a draft. */
  const takeTheirs = async (current: Post) => {
    setIsStale(false);
    await draft.setAside();
    startedFrom.current = current.updatedAt;
    show(current);
    isDirty.current = false;
  };
  const signIn = async () => {
    await draft.settled();
    isDirty.current = false;
    goToSignIn();
  };

  return {
    fields,
    change,
    changed,
    editor,
    ready,
    isReady,
    draft,
    problem,
    setProblem,
    isSaving,
    isStale,
    setIsStale,
    submit,
    values,
    restore,
    overwrite,
    takeTheirs,
    signIn,
  };
}

function refusalOf({ title, category }: PostValues, editor: Editor): string {
  if (title === '' || category === '') return REQUIRED;
  if (editor.uploads() > 0) return 'Please wait for the images in the text to upload.';
  if (editor.isEmpty()) return REQUIRED;
  return categoryProblem(category);
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiFailure) || error.status === 0) {
    return { message: 'Something went wrong' };
  }
  return { message: error.message, signIn: error.status === 401 };
}

/** The browser asks before the page is left while there is something that is not saved. */
function useLeaveGuard(isDirty: { readonly current: boolean }): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
