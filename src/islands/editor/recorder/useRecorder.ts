import { type RefObject, useEffect, useRef } from 'react';
import { whenIdle } from '../../ui/when-idle.ts';
import type { DocumentSync } from '../sync/document-sync.ts';
import type { useContent } from '../useContent.ts';
import type { Recorder } from './recorder.ts';

interface Options {
  owner: string;
  title: string;
  content: ReturnType<typeof useContent>;
  sync: DocumentSync;
}

/** Records the draft in this browser. The code for it is loaded when the browser has time. */
export function useRecorder(options: Options): RefObject<Recorder | null> {
  const { owner, title, content, sync } = options;
  const recorder = useRef<Recorder | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const { editor, isReady } = content;
  useEffect(() => {
    const current = editor.current;
    if (!isReady || !current) return;
    let isOver = false;
    whenIdle(async () => {
      // Without its code, nothing is recorded. The screen says so.
      const code = await import('./recorder.ts').catch(() => null);
      if (isOver || !code) return;
      recorder.current = new code.Recorder({
        editor: current,
        owner,
        draft: () => sync.state.document?._id ?? sync.clientId,
        title: () => latest.current.title,
      });
      // What was typed before.
      if (sync.isDirty) recorder.current.touch();
    });
    return () => {
      isOver = true;
      recorder.current?.stop();
      recorder.current = null;
    };
  }, [isReady, editor, owner, sync]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the title changes
  useEffect(() => {
    if (sync.isDirty) recorder.current?.touch();
  }, [title, sync]);
  return recorder;
}
