import { useCallback, useEffect, useRef, useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import { goToSignIn } from '../../lib/navigate.ts';
import type { Draft, DraftFields } from '../../stores/post-drafts.ts';
import { categorySlug, useCategories } from './categories.ts';
import type { Base, Fields, Notice, PostValues } from './form-state.ts';
import type { Problem } from './problems.tsx';
import { useContent } from './useContent.ts';
import { useDraft } from './useDraft.ts';
import { useReplace } from './useReplace.ts';
import { useSavePost } from './useSavePost.ts';

interface Options {
  owner: string;
  post?: Post;
  /** The message to show after saving. */
  saved: string;
}

export function usePostForm({ owner, post, saved }: Options) {
  const { title = '', category = '', image = '', imageAlt = '' } = post ?? {};
  const initial = { title, category, image, imageAlt };
  const [fields, latestFields, setFields] = useLatestState<Fields>(initial);
  const [base, latestBase, setBase] = useLatestState<Base | null>(
    post ? { postId: post._id, startedFrom: post.updatedAt } : null,
  );
  const stored = useRef<Post | null>(post ?? null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const content = useContent(post?.content);
  const { editor } = content;
  const changes = useChangeCount();
  const element = useRef<HTMLFormElement>(null);
  const categories = useCategories();
  const [words, setWords] = useState<number | null>(null);

  const snapshot = (): DraftFields => {
    const startedFrom = latestBase.current?.startedFrom;
    const now = content.ops();
    const line = content.cursorLine();
    return {
      ...latestFields.current,
      ...(now && { ops: now }),
      ...(line && { line }),
      ...(startedFrom && { startedFrom }),
    };
  };
  // Doesn't replace what the author typed in the meantime.
  const onFound = ([newest]: readonly Draft[]) => {
    if (newest && changes.current === 0) replacing.restore(newest);
  };
  const draft = useDraft({ owner, target: post?._id ?? 'new', fields: snapshot, onFound });
  const changed = () => {
    changes.current += 1;
    setProblem((current) => (current?.fields ? null : current));
    draft.touch();
  };
  const change = (values: Partial<Fields>) => {
    setFields({ ...latestFields.current, ...values });
    changed();
  };
  const values = () => valuesOf(latestFields.current, editor.current?.html() ?? '');

  const form = {
    ...{ owner, saved, base: latestBase, setBase, stored, changes, draft, editor, values },
    ...{ setProblem, setNotice, element },
  };
  const saving = useSavePost(form);
  const replacing = useReplace({ form, setFields, showContent: content.show });
  const signIn = async () => {
    if (changes.current > 0) draft.touch();
    // If the draft could not be saved, the browser asks before it leaves the page.
    if (await draft.settled()) changes.current = 0;
    goToSignIn();
  };
  return {
    ...{ element, categories, fields, base, problem, notice, draft, content, saving, replacing },
    ...{ words, setWords, change, changed, values, setProblem, setNotice },
    setPictureProblem: usePictureProblem(setProblem),
    signIn: () => void signIn(),
  };
}

/** Returns the values to send. */
function valuesOf({ title, category, image, imageAlt }: Fields, content: string): PostValues {
  return {
    title: title.trim(),
    category: categorySlug(category),
    categoryLabel: category.trim(),
    image,
    imageAlt: image === '' ? '' : imageAlt.trim(),
    content,
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
