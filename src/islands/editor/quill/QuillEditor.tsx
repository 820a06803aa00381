import type { Op } from 'quill/core.js';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Lazy } from '../../ui/Lazy.tsx';
import type { Problem } from '../problems.tsx';
import { loadBubble, useBubble } from './bubble/useBubble.ts';
import { createEditor, type Editor } from './create.ts';
import { Foot } from './Foot.tsx';
import { Panels, usePreload } from './Panels.tsx';
import { loadSlashMenu, useSlash } from './slash/useSlash.ts';
import { Toolbar } from './Toolbar.tsx';
import type { UploadState } from './uploads.ts';
import { useTools } from './useTools.ts';

export interface Props {
  label: string;
  placeholder: string;
  onReady: (editor: Editor) => void;
  /** Called before the editor is destroyed, while its content is still readable. */
  onLeave: (editor: Editor) => void;
  onChange: () => void;
  /** Called with a message about pictures in the text, or null to clear it. */
  onPictures: (problem: Problem | null) => void;
  onWords: (words: number) => void;
}

export function QuillEditor(props: Props) {
  const { label, placeholder } = props;
  const host = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [uploads, setUploads] = useState<UploadState>({ count: 0, percent: 0, failed: 0 });
  const [isLeaving, setIsLeaving] = useState(false);
  const tools = useTools(editor?.quill, toolbar);
  const isBubble = useBubble(editor?.quill);
  const { slash, choose } = useSlash(editor?.quill, tools);
  const latest = useRef({ ...props, run: tools.run });
  useLayoutEffect(() => {
    latest.current = { ...props, run: tools.run };
  });
  const hintId = useId();
  usePreload(editor?.quill);

  useEffect(() => {
    if (!host.current) return;
    const created = createEditor({
      host: host.current,
      placeholder,
      label,
      onChange: () => latest.current.onChange(),
      onUploads: setUploads,
      onPictures: (problem) => latest.current.onPictures(problem),
      onCommand: (name, value) => latest.current.run(name, value),
      onLeaving: setIsLeaving,
      hintId,
    });
    setEditor(created);
    latest.current.onReady(created);
    return () => {
      latest.current.onLeave(created);
      created.destroy();
    };
  }, [placeholder, label, hintId]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey === event.metaKey || event.altKey) return;
      event.preventDefault();
      latest.current.run('help');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const quill = editor?.quill;
  return (
    <>
      {editor && (
        <Toolbar
          ref={toolbar}
          quill={editor.quill}
          tools={tools}
          onPictures={editor.insertPictures}
        />
      )}
      <div className="relative">
        <div ref={host} />
        {quill && isBubble && !slash && (
          <Lazy load={loadBubble} props={{ quill, tools }} name="the bubble" frame={() => null} />
        )}
        {quill && <Panels quill={quill} tools={tools} />}
        {quill && slash && (
          <Lazy
            load={loadSlashMenu}
            props={{ root: quill.root, slash, onChoose: choose }}
            name="the menu"
            frame={() => null}
          />
        )}
      </div>
      <p role="status" className="rich-text-uploads">
        {uploads.count > 0 &&
          `Uploading ${uploads.count === 1 ? 'a picture' : `${uploads.count} pictures`}: ${uploads.percent}%`}
        {uploads.count === 0 &&
          uploads.failed > 0 &&
          `${uploads.failed === 1 ? "A picture wasn't" : `${uploads.failed} pictures weren't`} uploaded`}
      </p>
      {quill && (
        <Foot
          quill={quill}
          hintId={hintId}
          isLeaving={isLeaving}
          onHelp={() => tools.setIsHelping(true)}
          onWords={props.onWords}
        />
      )}
    </>
  );
}

/** Returns a draft as HTML. A hidden editor writes it, so that it's the same as after restoring. */
export function htmlOfDraft(ops: Op[]): string {
  const nothing = () => undefined;
  const editor = createEditor({
    host: document.createElement('div'),
    placeholder: '',
    label: '',
    hintId: '',
    onChange: nothing,
    onUploads: nothing,
    onPictures: nothing,
    onCommand: nothing,
    onLeaving: nothing,
  });
  editor.show({ ops });
  const html = editor.html();
  editor.destroy();
  return html;
}
