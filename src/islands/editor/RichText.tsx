import { type RefObject, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../ui/list-states.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Problem } from './problem.ts';
import type { Editor } from './quill/create.ts';
import type { UploadState } from './quill/uploads.ts';

interface Props {
  label: string;
  placeholder: string;
  /** Where the editor is found once it is there. */
  editorRef: RefObject<Editor | null>;
  onReady: (editor: Editor) => void;
  /** The editor is about to go away; what is in it can be read a last time. */
  onLeave: (editor: Editor) => void;
  onChange: () => void;
  /** Something is to be said about pictures of the text; null: that is over. */
  onPictures: (problem: Problem | null) => void;
}

const NONE: UploadState = { count: 0, percent: 0 };

/** The writing area with its toolbar. The editor's code is loaded only here. */
export function RichText(props: Props) {
  const { label, placeholder, editorRef } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const [uploads, setUploads] = useState(NONE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` tries again
  useEffect(() => {
    let editor: Editor | undefined;
    let ended = false;
    void import('./quill/create.ts').then(
      ({ createEditor }) => {
        if (ended || !host.current) return;
        editor = createEditor({
          host: host.current,
          placeholder,
          label,
          onChange: () => latest.current.onChange(),
          onUploads: setUploads,
          onPictures: (problem) => latest.current.onPictures(problem),
        });
        editorRef.current = editor;
        setState('ready');
        latest.current.onReady(editor);
      },
      () => setState('failed'),
    );
    return () => {
      ended = true;
      if (editor) latest.current.onLeave(editor);
      editor?.destroy();
      editorRef.current = null;
    };
  }, [placeholder, label, editorRef, attempt]);

  return (
    <div className="rich-text" data-state={state}>
      {state === 'loading' && (
        <div role="status" className="p-4">
          <span className="sr-only">Loading the editor</span>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="mt-6 h-5 w-11/12" />
          <Skeleton className="mt-3 h-5 w-2/3" />
        </div>
      )}
      {state === 'failed' && (
        <ErrorState
          title="The editor could not be loaded"
          onRetry={() => {
            setState('loading');
            setAttempt(attempt + 1);
          }}
        />
      )}
      <div ref={host} className="rich-text-host" />
      <p role="status" className="rich-text-uploads">
        {uploads.count > 0 &&
          `Uploading ${uploads.count === 1 ? 'a picture' : `${uploads.count} pictures`}: ${uploads.percent}%`}
      </p>
    </div>
  );
}
