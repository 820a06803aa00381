import { useStore } from '@nanostores/react';
import type Quill from 'quill/core.js';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { includesRole } from '../../../../../api/contract/users.ts';
import { EditorIcon } from '../../../../icons/EditorIcon.tsx';
import type { EditorIconName } from '../../../../icons/editor-icons.ts';
import { $user } from '../../../../stores/session.ts';
import { figureActions } from '../pictures/figure-actions.ts';
import { RowActions } from '../pictures/RowActions.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import { type Block, type EditedBlock, removeBlock, selectedBlock, writeBelow } from './block.ts';
import { dragBlocks } from './drag.ts';
import { handleBlockKeys } from './keys.ts';
import { kindOf, spokenName } from './kinds.ts';
import { preloadDialog } from './load-dialog.tsx';
import { moveUnit } from './move.ts';

/** Between the block and its panel, in pixels. */
const GAP = 6;

interface Props {
  quill: Quill;
  /** The block whose dialog is open. */
  edited: EditedBlock | null;
  onEdit: (edited: EditedBlock | null) => void;
}

/** What all blocks have: the panel of the selected one, keys, a handle to drag, and dialogs. */
export function BlockTools({ quill, edited, onEdit }: Props) {
  const user = useStore($user);
  const [block, setBlock] = useState<Block | null>(null);
  const panel = usePanelAt(quill, block);
  useSelection(quill, panel, setBlock);
  useBlockKeys(quill, panel, (chosen) => {
    const retry = retryOf(chosen);
    if (retry) retry.click();
    else if (hasDialog(chosen)) onEdit({ block: chosen, as: 'dialog' });
    else writeBelow(quill, chosen);
  });
  useEffect(() => dragBlocks(quill), [quill]);
  useEffect(() => {
    if (block) preloadDialog(kindOf(block.node).name);
  }, [block]);

  const label = block ? kindOf(block.node).label : '';
  const isEditable = block !== null && hasDialog(block);
  const isKept = block?.node.dataset.kept !== undefined;
  const mayEditHtml = isKept && user !== null && includesRole(user, 'editor');
  const move = (way: 'up' | 'down') => () =>
    block && moveUnit(quill, { index: block.index, length: 1 }, way);
  return (
    <>
      <p role="status" className="sr-only">
        {block && `${spokenName(block.node)}. Selected. ${isEditable ? 'Enter to edit. ' : ''}`}
        {block && 'Tab for its buttons.'}
      </p>
      {block && (
        // biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in
        <div
          ref={panel}
          role="group"
          aria-label={label}
          className="text-panel block-panel"
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            quill.setSelection(block.index, 1, 'user');
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            const isInText = relatedTarget === null || relatedTarget === quill.root;
            if (!isInText && !currentTarget.contains(relatedTarget)) setBlock(null);
          }}
        >
          {retryOf(block) && <Action name="Retry" onClick={() => retryOf(block)?.click()} />}
          {isEditable && <Action name="Edit" onClick={() => onEdit({ block, as: 'dialog' })} />}
          {figureActions(quill, block, () => onEdit({ block, as: 'caption' })).map((action) => (
            <Action key={action.id} name={action.name} onClick={action.run} />
          ))}
          <Action name="Move up" icon="arrow-up" onClick={move('up')} />
          <Action name="Move down" icon="arrow-down" onClick={move('down')} />
          {mayEditHtml && (
            <Action name="Edit HTML..." onClick={() => onEdit({ block, as: 'html' })} />
          )}
          <Action name="Remove" icon="trash" onClick={() => removeBlock(quill, block)} />
          <RowActions quill={quill} block={block} />
        </div>
      )}
      <BlockDialog quill={quill} edited={edited} onClose={() => onEdit(null)} />
    </>
  );
}

function hasDialog(block: Block): boolean {
  return kindOf(block.node).hasDialog === true;
}

/** Returns the button of a failed upload. */
function retryOf({ node }: Block): HTMLElement | null {
  return node.querySelector('[data-action="retry"]');
}

interface ActionProps {
  name: string;
  /** Shown instead of the name. */
  icon?: EditorIconName;
  onClick: () => unknown;
}

/** A button of the panel. It keeps the focus, so that it can be pressed again. */
function Action({ name, icon, onClick }: ActionProps) {
  return (
    <button
      type="button"
      className={icon ? 'icon-btn' : 'btn btn-quiet btn-small'}
      aria-label={name}
      title={icon && name}
      onClick={({ currentTarget }) => {
        const hadFocus = document.activeElement === currentTarget;
        flushSync(onClick);
        if (hadFocus && currentTarget.isConnected) currentTarget.focus();
      }}
    >
      {icon ? <EditorIcon name={icon} size={18} /> : name}
    </button>
  );
}

type Panel = RefObject<HTMLDivElement | null>;

/**
 * Puts the panel above the block, where the second click of a double click can't hit it. If there's
 * no room, below the block, or else at the top of what is in view.
 */
function usePanelAt(quill: Quill, block: Block | null): Panel {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!block || !panel.current) return;
    const { style, offsetHeight } = panel.current;
    const { top, bottom } = block.node.getBoundingClientRect();
    const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.body);
    const start = Number.parseFloat(scrollPaddingTop) || 0;
    const end = window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0);
    const above = top - GAP - offsetHeight;
    const below = bottom + GAP;
    const isBelow = above < start && below + offsetHeight <= end;
    const place = isBelow ? below : Math.max(above, Math.min(start, below));
    style.top = `${place - quill.container.getBoundingClientRect().top}px`;
  });
  return panel;
}

/** Calls `onSelect` with the selected block, and marks that one in the text. */
function useSelection(quill: Quill, panel: Panel, onSelect: (block: Block | null) => void) {
  useEffect(() => {
    let shown: Block | null = null;
    const update = () => {
      const found = selectedBlock(quill);
      // While the focus is in the panel, the cursor may not be in the text.
      if (!found && panel.current?.contains(document.activeElement)) return;
      if (found?.node === shown?.node && found?.index === shown?.index) return;
      if (found?.node !== shown?.node) {
        shown?.node.removeAttribute('data-selected');
        found?.node.setAttribute('data-selected', '');
      }
      shown = found;
      onSelect(found);
    };
    update();
    quill.on('editor-change', update);
    return () => void quill.off('editor-change', update);
  }, [quill, panel, onSelect]);
}

function useBlockKeys(quill: Quill, panel: Panel, onEdit: (block: Block) => void) {
  const latest = useRef(onEdit);
  latest.current = onEdit;
  useEffect(() => {
    const first = () => panel.current?.querySelector<HTMLElement>('button, input');
    return handleBlockKeys(quill, {
      onEdit: (block) => latest.current(block),
      onPanel: () => first()?.focus(),
    });
  }, [quill, panel]);
}
