import { useCallback, useEffect, useState } from 'react';
import { api, type Post } from '../../lib/api.ts';
import { toast } from '../../stores/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Comparison } from './Comparison.tsx';
import { linesOf } from './diff.ts';
import type { PostValues } from './usePostForm.ts';

interface Props {
  postId: string;
  open: boolean;
  /** What is in the form. */
  mine: () => PostValues;
  onOverwrite: (current: Post) => void;
  onTakeTheirs: (current: Post) => void;
  onClose: () => void;
}

/** The post has been saved by somebody else (or in another tab) since the edit began: shows both. */
export function Conflict({ postId, open, mine, onOverwrite, onTakeTheirs, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="This post has been changed meanwhile"
      className="dialog-wide"
    >
      <p className="mt-2 text-soft text-sm">
        Somebody saved another version after you began. Nothing has been overwritten: compare the
        two, then decide.
      </p>
      <Versions {...{ postId, mine, onOverwrite, onTakeTheirs, onClose }} />
    </Dialog>
  );
}

function Versions({ postId, mine, onOverwrite, onTakeTheirs, onClose }: Omit<Props, 'open'>) {
  const [theirs, setTheirs] = useState<Post | 'failed' | null>(null);
  const load = useCallback(() => {
    setTheirs(null);
    api.posts({ postId }).then(
      ({ posts }) => setTheirs(posts[0] ?? 'failed'),
      () => setTheirs('failed'),
    );
  }, [postId]);
  useEffect(load, [load]);
  const own = mine();

  if (theirs === null) return <Spinner label="Loading the other version" className="my-8" />;
  if (theirs === 'failed') {
    return (
      <div className="mt-4">
        <ErrorState title="The other version could not be loaded" onRetry={load} />
      </div>
    );
  }
  return (
    <>
      <div className="my-5 max-h-[50dvh] overflow-y-auto" tabIndex={-1}>
        <Comparison theirs={versionLines(theirs)} mine={versionLines(own)} />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={() => void copy(own)}>
          Copy mine
        </Button>
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

function versionLines({ title, category, image, content }: PostValues): string[] {
  return [
    `Title: ${title}`,
    `Category: ${category}`,
    `Image: ${image.split('/').at(-1) || 'none'}`,
    ...linesOf(content),
  ];
}

async function copy({ title, content }: PostValues): Promise<void> {
  const text = [title, ...linesOf(content)].join('\n\n');
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([content], { type: 'text/html' }),
      }),
    ]);
    toast('Your version is on the clipboard.');
  } catch {
    toast('This browser does not allow copying here.', 'error');
  }
}
