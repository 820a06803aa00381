import { useCallback, useEffect, useRef, useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import { api } from '../../lib/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button, Spinner } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/list-states.tsx';
import { Comparison } from './Comparison.tsx';
import { CopyButton } from './CopyButton.tsx';
import { versionLines } from './lines.ts';
import { ProblemAlert } from './ProblemAlert.tsx';
import { loadProblem, type Problem } from './problem.ts';
import type { PostValues } from './save.ts';

interface Props {
  postId: string;
  open: boolean;
  /** What is in the form. */
  mine: () => PostValues;
  /** Saves it over the other version or, when there is none any more, as a new post. */
  onOverwrite: (current: Post | null) => void;
  onTakeTheirs: (current: Post) => void;
  onSignIn: () => void;
  onClose: () => void;
}

/** The post has been saved or deleted by somebody else (or in another tab) since the edit began. */
export function Conflict({ open, ...versions }: Props) {
  return (
    <Dialog
      open={open}
      onClose={versions.onClose}
      title="This post has been changed meanwhile"
      className="dialog-wide"
    >
      <Versions {...versions} />
    </Dialog>
  );
}

type Loaded =
  | { state: 'loading' }
  /** `theirs`: null when the post has been deleted; `own`: what would be stored of mine. */
  | { state: 'ready'; theirs: Post | null; own: PostValues }
  | { state: 'failed'; why: Problem };

function Versions({ postId, mine, ...actions }: Omit<Props, 'open'>) {
  const { onClose, onSignIn } = actions;
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const latest = useRef(mine);
  latest.current = mine;
  const load = useCallback(() => {
    setLoaded({ state: 'loading' });
    loadBoth(postId, latest.current()).then(setLoaded, (error: unknown) =>
      setLoaded({ state: 'failed', why: loadProblem(error) }),
    );
  }, [postId]);
  useEffect(load, [load]);

  if (loaded.state === 'loading') {
    return <Spinner label="Loading the other version" className="my-8" />;
  }
  if (loaded.state === 'failed') {
    return (
      <div className="mt-4 grid gap-4">
        {loaded.why.signIn ? (
          <ProblemAlert problem={loaded.why} onSignIn={onSignIn} />
        ) : (
          <ErrorState
            title="The other version could not be loaded"
            text={loaded.why.message}
            onRetry={load}
          />
        )}
        <Button variant="secondary" className="justify-self-end" onClick={onClose}>
          Keep editing mine
        </Button>
      </div>
    );
  }
  const { theirs, own } = loaded;
  if (theirs === null) return <Gone own={own} {...actions} />;
  return <Choice theirs={theirs} own={own} {...actions} />;
}

async function loadBoth(postId: string, mine: PostValues): Promise<Loaded> {
  const [{ posts }, { content }] = await Promise.all([
    api.posts({ postId }),
    // Both in the form in which they are stored: then what differs is a difference.
    api.previewPost(mine),
  ]);
  return { state: 'ready', theirs: posts[0] ?? null, own: { ...mine, content } };
}

type Actions = Pick<Props, 'onOverwrite' | 'onTakeTheirs' | 'onClose'> & { own: PostValues };

function Choice(props: Actions & { theirs: Post }) {
  const { theirs, own, onOverwrite, onTakeTheirs, onClose } = props;
  return (
    <>
      <p className="mt-2 text-soft text-sm">
        Somebody saved another version after you began. Nothing has been overwritten: compare the
        two, then decide.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section aria-label="The two versions" className="comparison-scroll" tabIndex={0}>
        <Comparison theirs={versionLines(theirs)} mine={versionLines(own)} />
      </section>
      <div className="flex flex-wrap justify-end gap-3">
        <CopyButton version={own} />
        <Button variant="secondary" onClick={() => onTakeTheirs(theirs)}>
          Take theirs
        </Button>
        <Button variant="secondary" onClick={onClose} autoFocus>
          Keep editing mine
        </Button>
        <Button variant="danger" onClick={() => onOverwrite(theirs)}>
          Overwrite with mine
        </Button>
      </div>
    </>
  );
}

function Gone({ own, onOverwrite, onClose }: Actions) {
  return (
    <>
      <Alert className="mt-4 mb-5">
        This post has been deleted. What you have written is still in the form, and kept in this
        browser.
      </Alert>
      <div className="flex flex-wrap justify-end gap-3">
        <CopyButton version={own} />
        <Button variant="secondary" onClick={onClose} autoFocus>
          Keep editing mine
        </Button>
        <Button onClick={() => onOverwrite(null)}>Publish mine as a new post</Button>
      </div>
    </>
  );
}
