import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { videoUrl } from '../../../../api/contract/urls.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { linkAddress } from './addresses.ts';
import { insertVideo } from './links.ts';

const NO_VIDEO = 'Enter the address of a YouTube or Vimeo video.';

interface Props {
  quill: Quill;
  /** Where to insert the video: after this range. */
  place: Range;
  onClose: () => void;
}

export function VideoDialog({ quill, place, onClose }: Props) {
  const close = () => {
    // Before anything else: an open dialog keeps the focus out of the text.
    flushSync(onClose);
    quill.setSelection(place, 'silent');
  };
  return (
    <Dialog open onClose={close} title="Embed a video">
      <AddressForm quill={quill} place={place} onClose={close} />
    </Dialog>
  );
}

function AddressForm({ quill, place, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const save = () => {
    const url = videoUrl(linkAddress(input.current?.value ?? '') ?? '');
    if (url === null) {
      input.current?.focus();
      return setError(NO_VIDEO);
    }
    onClose();
    insertVideo(quill, place, url);
  };
  return (
    <>
      <Field
        ref={input}
        className="mt-4 mb-5"
        label="Address of the video"
        hint="YouTube or Vimeo"
        placeholder="https://example.com"
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
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={save}>Embed</Button>
      </div>
    </>
  );
}
