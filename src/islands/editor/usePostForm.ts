import type { Op } from 'quill/core.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import { goToSignIn } from '../../lib/navigate.ts';
import type { Draft, DraftFields } from '../../stores/post-drafts.ts';
import { categorySlug } from './categories.ts';
import type { Problem } from './problems.tsx';
import type { Editor } from './quill/create.ts';
import { useDraft } from './useDraft.ts';
import { type Base, type FormState, type PostValues, useSavePost } from './useSavePost.ts';

interface Options {
  owner: string;
  post?: Post;
  /** The message to show after saving. */
  saved: string;
}

type Fields = Pick<PostValues, 'title' | 'category' | 'image' | 'imageAlt'>;

const DRAFT_FAILED: Problem = {
  message:
    'This browser can’t save your changes as a draft, so nothing was replaced. Save or copy them first.',
};

export function usePostForm({ owner, post, saved }: Options) {
  const { title = '', category = '', image = '', imageAlt = '' } = post ?? {};
  const initial = { title, category, image, imageAlt };
  const [fields, latestFields, setFields] = useLatestState<Fields>(initial);
  const [base, latestBase, setBase] = useLatestState<Base | null>(
    post ? { postId: post._id, startedFrom: post.updatedAt } : null,
  );
  const [problem, setProblem] = useState<Problem | null>(null);
  const content = useContent(post);
  const { editor, ops } = content;
  const changes = useChangeCount();

  const snapshot = (): DraftFields => {
    const startedFrom = latestBase.current?.startedFrom;
    const now = ops();
    return {
      ...latestFields.current,
      ...(now && { ops: now }),
      ...(startedFrom && { startedFrom }),
    };
  };
  const draft = useDraft({ owner, target: post?._id ?? 'new', fields: snapshot });
  const changed = () => {
    changes.current += 1;
    draft.touch();
  };
  const change = (values: Partial<Fields>) => {
    setFields({ ...latestFields.current, ...values });
    changed();
  };
  const values = (): PostValues => {
    const { title, category, image, imageAlt } = latestFields.current;
    const content = editor.current?.html() ?? '';
    return {
      title: title.trim(),
      category: categorySlug(category),
      categoryLabel: category,
      image,
      imageAlt,
      content,
    };
  };

  const form = {
    owner,
    saved,
    base: latestBase,
    setBase,
    changes,
    draft,
    editor,
    values,
    setProblem,
  };
  const saving = useSavePost(form);
  const replacing = useReplace(form, setFields);
  const signIn = async () => {
    if (changes.current > 0) draft.touch();
    // If the draft could not be saved, the browser asks before it leaves the page.
    if (await draft.settled()) changes.current = 0;
    goToSignIn();
  };
  return {
    ...{ fields, base, problem, draft, content, saving, replacing },
    ...{ change, changed, values, setProblem, setPictureProblem: usePictureProblem(setProblem) },
    signIn: () => void signIn(),
  };
}

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

/** The editor of the form, and its content while there is none. */
function useContent(post: Post | undefined) {
  const [isReady, setIsReady] = useState(false);
  const editor = useRef<Editor | null>(null);
  const lastOps = useRef<Op[]>(undefined);
  const ops = () => editor.current?.ops() ?? lastOps.current;
  const onReady = useCallback(
    (created: Editor) => {
      editor.current = created;
      if (lastOps.current) created.show({ ops: lastOps.current });
      else if (post) created.show({ html: post.content });
      setIsReady(true);
    },
    [post],
  );
  const onLeave = useCallback((left: Editor) => {
    lastOps.current = left.ops();
    editor.current = null;
  }, []);
  return { editor, ops, isReady, onReady, onLeave };
}

function useReplace(form: FormState, setFields: (fields: Fields) => void) {
  const { base, setBase, changes, draft, editor, setProblem } = form;
  const [count, setCount] = useState(0);

  const show = (next: DraftFields | Post) => {
    const { title, category, image, imageAlt = '' } = next;
    setFields({ title, category, image, imageAlt });
    setCount((times) => times + 1);
    if ('content' in next) editor.current?.show({ html: next.content });
    else if (next.ops) editor.current?.show({ ops: next.ops });
  };
  /** Saves unsaved changes as a draft. Returns false if that fails; then nothing may be replaced. */
  const secureChanges = async () => {
    const isSafe = changes.current === 0 || (await draft.setAside());
    if (!isSafe) setProblem(DRAFT_FAILED);
    return isSafe;
  };
  const restore = async (restored: Draft) => {
    if (!(await secureChanges())) return;
    const { startedFrom } = restored;
    if (startedFrom && base.current) setBase({ ...base.current, startedFrom });
    show(restored);
    changes.current += 1;
    await draft.adopt(restored);
  };
  const takeTheirs = async (theirs: Post) => {
    if (!(await secureChanges())) return;
    setBase({ postId: theirs._id, startedFrom: theirs.updatedAt });
    show(theirs);
    changes.current = 0;
  };
  return {
    count,
    restore: (restored: Draft) => void restore(restored),
    takeTheirs: (theirs: Post) => void takeTheirs(theirs),
  };
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

/** The number of unsaved changes. Above 0, the browser asks before it leaves the page. */
function useChangeCount() {
  const changes = useRef(0);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (changes.current > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return changes;
}
