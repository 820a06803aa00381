import { Lazy } from '../ui/Lazy.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Props } from './quill/QuillEditor.tsx';

const load = () => import('./quill/QuillEditor.tsx').then(({ QuillEditor }) => QuillEditor);

/** The writing area with its toolbar. Loads the editor's code on demand. */
export function RichText(props: Props) {
  return (
    <div className="rich-text">
      <Lazy load={load} props={props} name="the editor" fallback={<WritingSkeleton />} />
    </div>
  );
}

function WritingSkeleton() {
  return (
    <div role="status" className="p-4">
      <span className="sr-only">Loading the editor</span>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="mt-6 h-5 w-11/12" />
      <Skeleton className="mt-3 h-5 w-2/3" />
    </div>
  );
}
