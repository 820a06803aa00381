import type { Delta } from 'quill/core.js';
import { useEffect, useRef } from 'react';
import type { Editor } from '../quill/create.ts';
import type { DocumentSync } from '../sync/document-sync.ts';
import type { useContent } from '../useContent.ts';
import type { Change, Recorder } from './recorder.ts';

interface Options {
  owner: string;
  title: string;
  content: ReturnType<typeof useContent>;
  sync: DocumentSync;
}

interface Recording {
  /** The title changed. */
  touch(): void;
  /** Records what isn't recorded yet. Returns whether the browser stores all of it. */
  flush(): Promise<boolean>;
}

const NOT_READY: Recording = { touch: () => undefined, flush: () => Promise.resolve(false) };

/**
 * Records the draft in this browser. The code for it is loaded at the first change, or when the
 * recordings are opened.
 */
export function useRecorder(options: Options): Pick<Recording, 'flush'> {
  const { owner, title, content, sync } = options;
  const recording = useRef(NOT_READY);
  const latestTitle = useRef(title);
  latestTitle.current = title;
  const { editor, isReady } = content;
  useEffect(() => {
    if (!isReady || !editor.current) return;
    const started = record(editor.current, { owner, sync, title: () => latestTitle.current });
    recording.current = started;
    return () => {
      recording.current = NOT_READY;
      started.stop();
    };
  }, [isReady, editor, owner, sync]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the title changes
  useEffect(() => {
    if (sync.isDirty) recording.current.touch();
  }, [title, sync]);
  return { flush: () => recording.current.flush() };
}

function record(
  editor: Editor,
  { owner, sync, title }: { owner: string; sync: DocumentSync; title(): string },
): Recording & { stop(): void } {
  let recorder: Recorder | undefined;
  let loading: Promise<void> | undefined;
  let isOver = false;
  let missed: Change[] = [];
  const start = async () => {
    // Without its code, nothing is recorded, and the screen says so. The next change tries again.
    const code = await import('./recorder.ts').catch(() => null);
    const changes = missed;
    missed = [];
    if (isOver || !code) return;
    editor.quill.off('text-change', onChange);
    recorder = new code.Recorder({
      editor,
      owner,
      draft: () => sync.state.document?._id ?? sync.clientId,
      title,
      missed: changes,
    });
    // What was typed before.
    if (sync.isDirty) recorder.touch();
  };
  const load = async () => {
    loading ??= start();
    await loading;
    loading = undefined;
  };
  const onChange = (change: Delta, before: Delta) => {
    missed.push({ change, before });
    void load();
  };
  editor.quill.on('text-change', onChange);
  if (sync.isDirty) void load();
  return {
    touch() {
      if (recorder) recorder.touch();
      else void load();
    },
    async flush() {
      if (!recorder) await load();
      return (await recorder?.flush()) ?? false;
    },
    stop() {
      isOver = true;
      editor.quill.off('text-change', onChange);
      recorder?.stop();
    },
  };
}
