import type Quill from 'quill/core.js';
import { useEffect, useRef, useState } from 'react';
import { useFloatingPanel } from '../useFloatingPanel.ts';
import { type Block, type EditedBlock, removeBlock } from './block.ts';
import { kindOf, spokenName } from './kinds.ts';
import { preloadDialog } from './load-dialog.tsx';
import { selectedPart } from './parts.ts';

interface Props {
  quill: Quill;
  onEdit: (edited: EditedBlock) => void;
}

/** The panel of the selected footnote or formula in the text. Enter and a double click edit it. */
export function PartTools({ quill, onEdit }: Props) {
  const [part, setPart] = useState<Block | null>(null);
  const panel = useFloatingPanel(quill, part ? { index: part.index, length: 1 } : undefined);
  const edit = (block: Block) => {
    if (kindOf(block.node).hasDialog) onEdit({ block, as: 'dialog' });
  };
  const latest = useRef(edit);
  latest.current = edit;

  useEffect(() => {
    const update = () => {
      // While the focus is in the panel, the cursor isn't in the text.
      if (!panel.current?.contains(document.activeElement)) setPart(selectedPart(quill));
    };
    const onKey = (event: KeyboardEvent) => {
      const selected = event.target === quill.root ? selectedPart(quill) : null;
      if (!selected || !/^(?:Enter|Tab)$/.test(event.key) || event.isComposing) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Enter') latest.current(selected);
      else panel.current?.querySelector('button')?.focus();
    };
    const onDoubleClick = ({ target }: MouseEvent) => {
      const selected = selectedPart(quill);
      if (target instanceof Node && selected?.node.contains(target)) latest.current(selected);
    };
    update();
    quill.on('editor-change', update);
    quill.root.addEventListener('keydown', onKey, { capture: true });
    quill.root.addEventListener('dblclick', onDoubleClick);
    return () => {
      quill.off('editor-change', update);
      quill.root.removeEventListener('keydown', onKey, { capture: true });
      quill.root.removeEventListener('dblclick', onDoubleClick);
    };
  }, [quill, panel]);

  useEffect(() => {
    if (part) preloadDialog(kindOf(part.node).name);
  }, [part]);

  const hasDialog = part !== null && kindOf(part.node).hasDialog === true;
  return (
    <>
      <p role="status" className="sr-only">
        {part && `${spokenName(part.node)}. Selected. ${hasDialog ? 'Enter to edit. ' : ''}`}
      </p>
      {part && (
        // biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in
        <div
          ref={panel}
          role="group"
          aria-label={kindOf(part.node).label}
          className="text-panel flex-nowrap items-center py-1"
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') quill.setSelection(part.index, 1, 'user');
          }}
        >
          {hasDialog && (
            <button type="button" className="btn btn-quiet btn-small" onClick={() => edit(part)}>
              Edit
            </button>
          )}
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => {
              quill.focus();
              removeBlock(quill, part);
            }}
          >
            Remove
          </button>
        </div>
      )}
    </>
  );
}
