import type Quill from 'quill/core.js';
import { useEffect, useState } from 'react';
import { type LinkTarget, linkAt, removeLink } from './links.ts';
import { useFloatingPanel } from './useFloatingPanel.ts';

interface Props {
  quill: Quill;
  onEdit: (link: LinkTarget) => void;
}

export function LinkPanel({ quill, onEdit }: Props) {
  const [link, setLink] = useState<LinkTarget | null>(null);
  const panel = useFloatingPanel(quill, link?.range);

  useEffect(() => {
    const update = () => {
      const range = quill.getSelection();
      setLink(range?.length === 0 ? linkAt(quill, range.index) : null);
    };
    update();
    quill.on('editor-change', update);
    return () => void quill.off('editor-change', update);
  }, [quill]);

  if (!link) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in the text
    <div
      ref={panel}
      className="text-panel flex-nowrap items-center py-1"
      onMouseDown={(event) => event.preventDefault()}
    >
      <a
        className="link max-w-64 min-w-0 truncate"
        href={link.address}
        target="_blank"
        rel="noopener noreferrer"
      >
        {link.address}
      </a>
      <button type="button" className="btn btn-quiet btn-small" onClick={() => onEdit(link)}>
        Edit
      </button>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        onClick={() => removeLink(quill, link.range)}
      >
        Remove
      </button>
    </div>
  );
}
