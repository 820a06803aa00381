import type Quill from 'quill/core.js';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { videoUrl } from '../../../../api/contract/urls.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { linkAddress, typedAddress } from './addresses.ts';
import { type AddressTarget, applyLink, insertVideo, removeLink } from './links.ts';

const NO_VIDEO = 'Enter the address of a YouTube or Vimeo video.';
const NO_ADDRESS =
  'Enter a web address such as https://example.com, an email address, or a path on this site such as /about.';

interface Props {
  quill: Quill;
  /** What to link, or where to insert the video; null while the dialog is closed. */
  target: AddressTarget | null;
  onClose: () => void;
}

export function LinkDialog({ quill, target, onClose }: Props) {
  const close = () => {
    // Before anything else: an open dialog keeps the focus out of the text.
    flushSync(onClose);
    if (target) quill.setSelection(target.range, 'silent');
  };
  return (
    <Dialog
      open={target !== null}
      onClose={close}
      title={target?.kind === 'video' ? 'Embed a video' : 'Link'}
    >
      {target && <AddressForm quill={quill} target={target} onClose={close} />}
    </Dialog>
  );
}

function AddressForm({ quill, target, onClose }: Props & { target: AddressTarget }) {
  const { range, address, isLinked } = target;
  const isVideo = target.kind === 'video';
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');

  const save = () => {
    const typed = input.current?.value ?? '';
    const url = isVideo ? videoUrl(linkAddress(typed) ?? '') : typedAddress(typed);
    if (url === null) {
      input.current?.focus();
      return setError(isVideo ? NO_VIDEO : NO_ADDRESS);
    }
    onClose();
    if (isVideo) insertVideo(quill, range, url);
    else applyLink(quill, range, url);
  };
  return (
    <>
      <Field
        ref={input}
        className="mt-4 mb-5"
        label={isVideo ? 'Address of the video' : 'Address of the link'}
        hint={isVideo ? 'YouTube or Vimeo' : undefined}
        placeholder="https://example.com"
        defaultValue={address}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        error={error}
        onChange={() => setError('')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would submit the form of the post.
          event.preventDefault();
          save();
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {isLinked && (
          <Button
            variant="quiet"
            className="mr-auto"
            onClick={() => {
              onClose();
              removeLink(quill, range);
            }}
          >
            Remove link
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={save}>{isVideo ? 'Embed' : 'Save'}</Button>
      </div>
    </>
  );
}
