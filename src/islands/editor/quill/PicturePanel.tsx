import Quill from 'quill/core.js';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { MAX_ALT_LENGTH } from '../../../../api/contract/posts.ts';
import { keepWhole } from '../../ui/keep-whole.ts';
import { insertBlock } from './blocks/block.ts';
import { writeFigure } from './pictures/figure.ts';
import { useFloatingPanel } from './useFloatingPanel.ts';

/** Asks for the alternative text of the picture that is selected or left of the cursor. */
export function PicturePanel({ quill }: { quill: Quill }) {
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const index = picture && indexOf(quill, picture);
  const panel = useFloatingPanel(quill, index === null ? undefined : { index, length: 1 });
  usePictureSelection(quill, (found) => {
    // While the author types here, the cursor isn't in the text.
    if (!panel.current?.contains(document.activeElement)) setPicture(found);
  });

  if (!picture || index === null) return null;
  const save = () => {
    const text = input.current?.value.trim() ?? '';
    if (text !== picture.alt) quill.formatText(index, 1, 'alt', text, 'user');
  };
  const finish = () => {
    save();
    quill.setSelection(index + 1, 0, 'user');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter would submit the form of the post.
    event.preventDefault();
    if (event.key === 'Escape' && input.current) input.current.value = picture.alt;
    finish();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of its controls
    <div
      ref={panel}
      className="text-panel picture-panel w-[min(30rem,100%)]"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        save();
        if (relatedTarget !== quill.root) setPicture(null);
      }}
    >
      <label ref={keepWhole} className="grid min-w-0 grow basis-48 gap-1 font-semibold text-soft">
        Alternative text
        <input
          key={`${index} ${picture.src}`}
          ref={input}
          defaultValue={picture.alt}
          maxLength={MAX_ALT_LENGTH}
          placeholder="Describe the picture"
          autoComplete="off"
        />
      </label>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        onClick={() => {
          save();
          makeBlock(quill, index);
        }}
      >
        Turn into a block
      </button>
      <button type="button" className="btn btn-secondary btn-small" onClick={finish}>
        Done
      </button>
    </div>
  );
}

/** Calls `onSelect` with the selected picture, or null, after each change of the editor. */
function usePictureSelection(quill: Quill, onSelect: (picture: HTMLImageElement | null) => void) {
  const latest = useRef(onSelect);
  latest.current = onSelect;
  useEffect(() => {
    const update = () => latest.current(selectedPicture(quill));
    const onClick = ({ target }: MouseEvent) => {
      const index = target instanceof HTMLImageElement ? indexOf(quill, target) : null;
      if (index !== null) quill.setSelection(index, 1, 'user');
    };
    update();
    quill.on('editor-change', update);
    quill.root.addEventListener('click', onClick);
    return () => {
      quill.off('editor-change', update);
      quill.root.removeEventListener('click', onClick);
    };
  }, [quill]);
}

function selectedPicture(quill: Quill): HTMLImageElement | null {
  const range = quill.getSelection();
  if (!range || range.length > 1) return null;
  const [leaf] = quill.getLeaf(range.index + range.length);
  const node = leaf?.domNode;
  return node instanceof HTMLImageElement && !node.dataset.upload ? node : null;
}

/** Takes a picture out of its sentence. */
function makeBlock(quill: Quill, index: number): void {
  const [op] = quill.getContents(index, 1).ops;
  const { image } = typeof op?.insert === 'object' ? op.insert : {};
  if (typeof image !== 'string') return;
  const { alt = '', link = '', width = '', height = '' } = op?.attributes ?? {};
  const picture = { src: image, ...textsOf({ alt, href: link, width, height }) };
  const html = writeFigure({ width: '', pictures: [picture], caption: '' });
  insertBlock(quill, { index, length: 1 }, html);
}

function textsOf<K extends string>(values: Record<K, unknown>): Record<K, string> {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(texts);
}

function indexOf(quill: Quill, picture: HTMLImageElement): number | null {
  const blot = Quill.find(picture);
  return blot && !(blot instanceof Quill) ? quill.getIndex(blot) : null;
}
