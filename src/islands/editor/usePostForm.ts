import type { Op } from 'quill';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import { ApiFailure } from '../../lib/api.ts';
import { goToSignIn, navigate } from '../../lib/navigate.ts';
import type { Draft, DraftFields } from '../../stores/post-drafts.ts';
import { toastAfterNavigation } from '../../stores/toasts.ts';
import { categoryProblem, categorySlug } from './categories.ts';
import { type Problem, saveProblem } from './problem.ts';
import type { Editor } from './quill/create.ts';
import { type Base, type PostValues, savePost } from './save.ts';
import { useDraft } from './useDraft.ts';

interface Options {
  owner: string;
  /** The post that is changed; undefined for a new one. */
  post?: Post;
  /** Said on the page of the post. */
  saved: string;
}

const REQUIRED = 'Please provide all required fields.';
const NOT_KEPT: Problem = {
  message:
    'This browser cannot keep what you have written, so nothing was put in its place. Save or copy it first.',
};

/** State and actions of the form of a post. */
export function usePostForm({ owner, post, saved }: Options) {
  const [fields, setFields] = useState({
    title: post?.title ?? '',
    category: post?.category ?? '',
    image: post?.image ?? '',
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const [isReady, setIsReady] = useState(false);
  /** How often other values have been shown. */
  const [shown, setShown] = useState(0);
  const [base, setBase] = useState<Base | null>(
    post ? { postId: post._id, startedFrom: post.updatedAt } : null,
  );
  const editor = useRef<Editor | null>(null);
  /** The content as it was when the editor went away. */
  const leftContent = useRef<Op[]>(undefined);
  const baseNow = useRef(base);
  const now = useRef(fields);
  /** How often something was changed; 0 while all of it is saved. */
  const changes = useRef(0);
  const isBusy = useRef(false);
  const isImageUploading = useRef(false);

  const startFrom = (next: Base | null) => {
    baseNow.current = next;
    setBase(next);
  };
  const snapshot = useCallback((): DraftFields => {
    const ops = editor.current?.ops() ?? leftContent.current;
    const startedFrom = baseNow.current?.startedFrom;
    return { ...now.current, ...(ops && { ops }), ...(startedFrom && { startedFrom }) };
  }, []);
  const draft = useDraft({ owner, target: post?._id ?? 'new', fields: snapshot });
  const { touch } = draft;

  const changed = useCallback(() => {
    changes.current += 1;
    touch();
  }, [touch]);
  const change = useCallback(
    (values: Partial<typeof fields>) => {
      now.current = { ...now.current, ...values };
      setFields(now.current);
      changed();
    },
    [changed],
  );
  useLeaveGuard(changes);

  const ready = useCallback(
    (made: Editor) => {
      if (leftContent.current) made.show({ ops: leftContent.current });
      else if (post) made.show({ html: post.content });
      setIsReady(true);
    },
    [post],
  );
  const left = useCallback((gone: Editor) => {
    leftContent.current = gone.ops();
  }, []);

  const values = (): PostValues => ({
    title: now.current.title.trim(),
    category: categorySlug(now.current.category),
    image: now.current.image,
    content: editor.current?.html() ?? '',
  });

  const send = async (to: Base | null) => {
    if (isBusy.current || !editor.current) return;
    const refusal = refusalOf(values(), editor.current, isImageUploading.current);
    if (refusal) return setProblem({ message: refusal });
    isBusy.current = true;
    setIsSaving(true);
    setProblem(null);
    const sent = changes.current;
    try {
      const stored = await savePost(owner, values(), to);
      startFrom({ postId: stored._id, startedFrom: stored.updatedAt });
      draft.moveTo(stored._id);
      if (changes.current === sent) await draft.clear();
      // What has been typed meanwhile is in no version yet.
      if (changes.current !== sent) return goOn(stored._id);
      changes.current = 0;
      toastAfterNavigation(saved);
      navigate(`/post/${stored.slug}`);
    } catch (error) {
      const status = error instanceof ApiFailure ? error.status : 0;
      if (to && (status === 409 || status === 404)) setIsStale(true);
      else setProblem(saveProblem(error));
      rest();
    }
  };
  const rest = () => {
    isBusy.current = false;
    setIsSaving(false);
  };
  /** The post is saved, but more has been written since: the form goes on with that. */
  const goOn = (postId: string) => {
    touch();
    rest();
    showAsUpdate(postId);
    setProblem({
      message: `${saved} What you have written since then is not in it yet: press “Update post” to save that too.`,
      tone: 'info',
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(baseNow.current);
  };

  /** Shows other values: a draft, or the version of somebody else. */
  const show = (next: DraftFields | Post) => {
    const { title, category, image } = next;
    now.current = { title, category, image };
    setFields(now.current);
    setShown((times) => times + 1);
    if ('content' in next) editor.current?.show({ html: next.content });
    else if (next.ops) editor.current?.show({ ops: next.ops });
  };
  /** May what is in the form be replaced? What has been typed is offered as a draft in its turn. */
  const mayReplace = async () => {
    const may = changes.current === 0 || (await draft.setAside());
    if (!may) setProblem(NOT_KEPT);
    return may;
  };
  const restore = async (kept: Draft) => {
    if (!(await mayReplace())) return;
    const { startedFrom } = kept;
    if (startedFrom && baseNow.current) startFrom({ ...baseNow.current, startedFrom });
    show(kept);
    changes.current += 1;
    await draft.adopt(kept);
  };
  /** Saves what is in the form over another version of the post, knowingly; null: as a new post. */
  const overwrite = async (current: Post | null) => {
    setIsStale(false);
    await send(current && { postId: current._id, startedFrom: current.updatedAt });
  };
  /** Goes on from another version of the post; what was in the form is offered as a draft. */
  const takeTheirs = async (current: Post) => {
    setIsStale(false);
    if (!(await mayReplace())) return;
    startFrom({ postId: current._id, startedFrom: current.updatedAt });
    show(current);
    changes.current = 0;
  };
  const signIn = async () => {
    if (changes.current > 0) touch();
    // If it could not be kept, the browser asks before it leaves.
    if (await draft.settled()) changes.current = 0;
    goToSignIn();
  };
  /** What is said about pictures of the text goes when the next one begins; other problems stay. */
  const aboutPictures = useRef<Problem | null>(null);
  const pictures = useCallback((next: Problem | null) => {
    const before = aboutPictures.current;
    aboutPictures.current = next;
    setProblem((current) => next ?? (current === before ? null : current));
  }, []);
  const imageUploading = useCallback((isUploading: boolean) => {
    isImageUploading.current = isUploading;
  }, []);

  return {
    ...{ fields, change, changed, editor, ready, left, isReady, shown, pictures, imageUploading },
    ...{ draft, problem, setProblem, isSaving, base, isStale, setIsStale },
    ...{ submit, values, restore, overwrite, takeTheirs, signIn },
  };
}

function refusalOf(
  { title, category }: PostValues,
  editor: Editor,
  isImageUploading: boolean,
): string {
  if (title === '' || category === '') return REQUIRED;
  if (isImageUploading) return 'Please wait for image to upload';
  if (editor.uploads() > 0) return 'Please wait for the images in the text to upload.';
  if (editor.isEmpty()) return REQUIRED;
  return categoryProblem(category);
}

/** A new post that is there by now is changed on this page as on that of its own. */
function showAsUpdate(postId: string): void {
  window.history.replaceState(window.history.state, '', `/update-post/${postId}`);
  const heading = document.querySelector('h1');
  if (heading) heading.textContent = 'Update post';
}

/** The browser asks before the page is left while there is something that is not saved. */
function useLeaveGuard(changes: { readonly current: number }): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (changes.current > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changes]);
}
