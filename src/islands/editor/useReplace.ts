import { useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import type { Draft, DraftFields } from '../../stores/post-drafts.ts';
import type { Fields, FormState } from './form-state.ts';
import type { Problem } from './problems.tsx';
import type { useContent } from './useContent.ts';

const DRAFT_FAILED: Problem = {
  message:
    "This browser can't save your changes as a draft, so nothing was replaced. Save or copy them first.",
};

interface Options {
  form: FormState;
  setFields: (fields: Fields) => void;
  showContent: ReturnType<typeof useContent>['show'];
}

/** Replaces the content of the form: with a draft, the stored post, or nothing. */
export function useReplace({ form, setFields, showContent }: Options) {
  const { base, setBase, stored, changes, draft, setProblem, setNotice } = form;
  const [count, setCount] = useState(0);

  const show = (next: DraftFields | Post) => {
    const { title, category, image, imageAlt = '' } = next;
    setFields({ title, category, image, imageAlt });
    setCount((times) => times + 1);
    if ('content' in next) showContent({ html: next.content });
    else if (next.ops) showContent({ ops: next.ops, line: next.line });
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
    const current = stored.current?.updatedAt;
    const isOutdated = Boolean(current && startedFrom && startedFrom !== current);
    if (startedFrom && base.current) setBase({ ...base.current, startedFrom });
    show(restored);
    changes.current += 1;
    setNotice({ kind: 'restored', isOutdated });
    await draft.adopt(restored);
  };
  const takeTheirs = async (theirs: Post) => {
    if (!(await secureChanges())) return;
    stored.current = theirs;
    setBase({ postId: theirs._id, startedFrom: theirs.updatedAt });
    show(theirs);
    changes.current = 0;
    setNotice(null);
  };
  /** Goes back to the stored post, or to an empty form. */
  const discard = () => {
    const discarded = draft.discard();
    if (!discarded) return;
    const post = stored.current;
    if (post) setBase({ postId: post._id, startedFrom: post.updatedAt });
    show(post ?? { title: '', category: '', image: '', imageAlt: '', ops: [] });
    changes.current = 0;
    setProblem(null);
    setNotice({ kind: 'discarded', draft: discarded });
  };
  return {
    count,
    discard,
    restore: (restored: Draft) => void restore(restored),
    takeTheirs: (theirs: Post) => void takeTheirs(theirs),
  };
}
