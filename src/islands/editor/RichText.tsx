import { useEffect, useState } from 'react';
import { ErrorState } from '../ui/list-states.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Props, QuillEditor } from './quill/QuillEditor.tsx';

/** The writing area with its toolbar. Loads the editor's code on demand. */
export function RichText(props: Props) {
  const [Editor, setEditor] = useState<typeof QuillEditor | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    if (hasFailed) return;
    import('./quill/QuillEditor.tsx').then(
      // A function would be called: React takes it for an update of the state.
      (loaded) => setEditor(() => loaded.QuillEditor),
      () => setHasFailed(true),
    );
  }, [hasFailed]);

  return (
    <div className="rich-text">
      {Editor && <Editor {...props} />}
      {!Editor && !hasFailed && (
        <div role="status" className="p-4">
          <span className="sr-only">Loading the editor</span>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="mt-6 h-5 w-11/12" />
          <Skeleton className="mt-3 h-5 w-2/3" />
        </div>
      )}
      {hasFailed && (
        <ErrorState title="The editor couldn't be loaded" onRetry={() => setHasFailed(false)} />
      )}
    </div>
  );
}
