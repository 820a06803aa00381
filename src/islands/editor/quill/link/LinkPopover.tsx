import type Quill from 'quill/core.js';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { isComposing } from '../../../ui/is-composing.ts';
import { typedAddress } from '../addresses.ts';
import { domRanges } from '../dom-ranges.ts';
import { rectOf, useFloating } from '../floating/useFloating.ts';
import { useOutside } from '../floating/useOutside.ts';
import { applyLink, type LinkTarget, removeLink } from '../links.ts';
import { AddressField } from './AddressField.tsx';

const NO_ADDRESS =
  'Enter a web address such as https://example.com, an email address, or a path on this site such as /about.';

interface Props {
  quill: Quill;
  target: LinkTarget;
  onClose: () => void;
}

/** The text and the address of a link, next to it. */
export function LinkPopover({ quill, target, onClose }: Props) {
  const { range, isLinked } = target;
  const [text, setText] = useState(target.text);
  const [address, setAddress] = useState(target.address);
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const panel = useFloating(() => rectOf(quill, range), { prefers: 'below', align: 'start' });
  useShownRange(quill, target);
  useOutside([panel], onClose);
  // The panel is hidden until it has its place, so `autoFocus` would come too early.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const close = () => {
    // Before anything else: the fields would lose the focus when they're removed.
    flushSync(onClose);
    quill.setSelection(range, 'user');
  };
  const save = () => {
    const url = typedAddress(address);
    if (url === null) {
      field.current?.focus();
      return setError(NO_ADDRESS);
    }
    close();
    applyLink(quill, target, url, text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl+Enter would save the block with the text, and close its dialog.
    if (event.key === 'Enter') event.stopPropagation();
    if (isComposing(event.nativeEvent) || event.defaultPrevented) return;
    if (event.key === 'Escape') close();
    // Enter in a field would submit the form of the post.
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const url = typedAddress(address);
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label="Link"
      className="link-popover"
      onKeyDown={onKeyDown}
    >
      {text !== null && (
        <Field
          label="Text"
          value={text}
          dir="auto"
          autoComplete="off"
          onChange={({ target: { value } }) => setText(value)}
        />
      )}
      <AddressField
        ref={field}
        value={address}
        error={error}
        onChange={(value) => {
          setAddress(value);
          setError('');
        }}
        onChoose={(page) => {
          setAddress(page.address);
          setError('');
          if (text === '') setText(page.title);
        }}
        onFirst={(page) => {
          if (!page) return save();
          close();
          applyLink(quill, target, page.address, text || page.title);
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isLinked && (
          <Button
            variant="quiet"
            className="-ml-3 mr-auto"
            onClick={() => {
              close();
              removeLink(quill, range);
            }}
          >
            Remove link
          </Button>
        )}
        {isLinked && url && (
          <a className="btn btn-quiet" href={url} target="_blank" rel="noopener noreferrer">
            Open
          </a>
        )}
        <Button onClick={save}>Save</Button>
      </div>
    </div>
  );
}

/** Shows what will be linked, because the selection of the text isn't visible while typing here. */
function useShownRange(quill: Quill, { range }: LinkTarget): void {
  useEffect(() => {
    const { highlights } = CSS;
    if (!highlights || range.length === 0) return;
    highlights.set('kept-selection', new Highlight(...domRanges(quill, [range])));
    return () => void highlights.delete('kept-selection');
  }, [quill, range]);
}
