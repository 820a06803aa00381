import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Problem } from '../problems.tsx';
import { createEditor, type Editor } from './create.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { LinkPanel } from './LinkPanel.tsx';
import { type AddressTarget, linkTarget } from './links.ts';
import { PicturePanel } from './PicturePanel.tsx';
import { Toolbar } from './Toolbar.tsx';
import type { UploadState } from './uploads.ts';

export interface Props {
  label: string;
  placeholder: string;
  onReady: (editor: Editor) => void;
  /** Called before the editor is destroyed, while its content is still readable. */
  onLeave: (editor: Editor) => void;
  onChange: () => void;
  /** Called with a message about pictures in the text, or null to clear it. */
  onPictures: (problem: Problem | null) => void;
}

export function QuillEditor(props: Props) {
  const { label, placeholder } = props;
  const host = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const [editor, setEditor] = useState<Editor | null>(null);
  const [uploads, setUploads] = useState<UploadState>({ count: 0, percent: 0 });
  const [target, setTarget] = useState<AddressTarget | null>(null);

  useEffect(() => {
    if (!host.current) return;
    const created = createEditor({
      host: host.current,
      placeholder,
      label,
      onChange: () => latest.current.onChange(),
      onUploads: setUploads,
      onPictures: (problem) => latest.current.onPictures(problem),
      onLink: () => setTarget(linkTarget(created.quill)),
      onEscape: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    });
    setEditor(created);
    latest.current.onReady(created);
    return () => {
      latest.current.onLeave(created);
      created.destroy();
    };
  }, [placeholder, label]);

  const quill = editor?.quill;
  return (
    <>
      {editor && (
        <Toolbar
          ref={toolbar}
          quill={editor.quill}
          onAddress={setTarget}
          onPictures={editor.insertPictures}
        />
      )}
      <div className="relative">
        <div ref={host} />
        {quill && <PicturePanel quill={quill} />}
        {quill && <LinkPanel quill={quill} onEdit={setTarget} />}
      </div>
      {quill && <LinkDialog quill={quill} target={target} onClose={() => setTarget(null)} />}
      <p role="status" className="rich-text-uploads">
        {uploads.count > 0 &&
          `Uploading ${uploads.count === 1 ? 'a picture' : `${uploads.count} pictures`}: ${uploads.percent}%`}
      </p>
    </>
  );
}
