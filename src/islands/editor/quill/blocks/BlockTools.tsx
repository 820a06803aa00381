import { useStore } from '@nanostores/react';
import type Quill from 'quill/core.js';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { includesRole } from '../../../../../api/contract/users.ts';
import { $user } from '../../../../stores/session.ts';
import { BlockDialog } from './BlockDialog.tsx';
import {
  type Block,
  type EditedBlock,
  removeBlock,
  replaceBlock,
  selectedBlock,
  writeBelow,
} from './block.ts';
import { dragBlocks } from './drag.ts';
import { handleBlockKeys } from './keys.ts';
import { kindOf, spokenName } from './kinds.ts';
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
  const panel = usePanelOver(quill, block);
  useSelection(quill, panel, setBlock);
  useBlockKeys(quill, panel, (chosen) => {
    const retry = retryOf(chosen);
    if (retry) retry.click();
    else if (kindOf(chosen.node).load) onEdit({ block: chosen, as: 'dialog' });
    else writeBelow(quill, chosen);
  });
  useEffect(() => dragBlocks(quill), [quill]);

  const label = block ? kindOf(block.node).label : '';
  const hasDialog = block !== null && kindOf(block.node).load !== undefined;
  const isKept = block?.node.dataset.kept !== undefined;
  const mayEditHtml = isKept && user !== null && includesRole(user, 'editor');
  const move = (way: 'up' | 'down') => () =>
    block && moveUnit(quill, { index: block.index, length: 1 }, way);
  return (
    <>
      <p role="status" className="sr-only">
        {block && `${spokenName(block.node)}. Selected. ${hasDialog ? 'Enter edits it. ' : ''}`}
        {block && 'Tab leads to its buttons.'}
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
          {retryOf(block) && <Action onClick={() => retryOf(block)?.click()}>Retry</Action>}
          {hasDialog && <Action onClick={() => onEdit({ block, as: 'dialog' })}>Edit</Action>}
          <Action onClick={move('up')}>Move up</Action>
          <Action onClick={move('down')}>Move down</Action>
          {mayEditHtml && <Action onClick={() => onEdit({ block, as: 'html' })}>Edit HTML…</Action>}
          <Action onClick={() => removeBlock(quill, block)}>Remove</Action>
        </div>
      )}
      <BlockDialog
        edited={edited}
        onClose={() => {
          // Before anything else: an open dialog keeps the focus out of the text.
          flushSync(() => onEdit(null));
          if (edited?.isNew) quill.history.undo();
          else if (edited) quill.setSelection(edited.block.index, 1, 'user');
        }}
        onSave={(html) => {
          flushSync(() => onEdit(null));
          if (edited) replaceBlock(quill, edited.block, html);
        }}
      />
    </>
  );
}

/** Returns the button of a failed upload. */
function retryOf({ node }: Block): HTMLElement | null {
  return node.querySelector('[data-action="retry"]');
}

interface ActionProps {
  onClick: () => unknown;
  children: ReactNode;
}

/** A button of the panel. It keeps the focus, so that it can be pressed again. */
function Action({ onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      className="btn btn-quiet btn-small"
      onClick={({ currentTarget }) => {
        const hadFocus = document.activeElement === currentTarget;
        flushSync(onClick);
        if (hadFocus && currentTarget.isConnected) currentTarget.focus();
      }}
    >
      {children}
    </button>
  );
}

type Panel = RefObject<HTMLDivElement | null>;

/** Keeps the panel at the end of the block's first line, below a block that is too low for it. */
function usePanelOver(quill: Quill, block: Block | null): Panel {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!block || !panel.current) return;
    const { style, offsetHeight } = panel.current;
    const { top, bottom } = block.node.getBoundingClientRect();
    const container = quill.container.getBoundingClientRect().top;
    const isTall = bottom - top > 2 * offsetHeight;
    style.top = `${(isTall ? top + GAP : bottom + GAP) - container}px`;
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
