import { useState } from 'react';
import type { MediaPicture } from '../../../../api/contract/media.ts';
import { MAX_ALT_LENGTH } from '../../../../api/contract/posts.ts';
import { call } from '../../../lib/api.ts';
import { formatSize } from '../../../lib/format.ts';
import { sourcesOf } from '../../../lib/pictures.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { requestMessage } from '../../ui/request.ts';
import { exactTime } from '../../ui/time.ts';
import { UseList } from './UseList.tsx';
import { shortName } from './use-library.ts';

interface Props {
  picture: MediaPicture;
  /** False while it isn't known where all pictures are used. */
  usesKnown: boolean;
  onDelete: () => void;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

type Outcome = { isError: boolean; text: string } | null;

/** The details of a picture. Open while it is rendered. */
export function PictureDialog({ picture, usesKnown, onDelete, onSaved, onClose }: Props) {
  const { url, name, alt, width, height, bytes, createdAt, uses } = picture;
  // Here, because the dialog would cover a toast.
  const [outcome, setOutcome] = useState<Outcome>(null);
  const copy = async () => setOutcome(await copyAddress(url));
  return (
    <Dialog open onClose={onClose} title={shortName(name)} className="[overflow-wrap:anywhere]">
      <picture>
        {sourcesOf(picture).map(({ type, srcset }) => (
          <source key={type} type={type} srcSet={srcset} sizes="24rem" />
        ))}
        <img
          src={url}
          alt={alt}
          width={width}
          height={height}
          className="mt-4 max-h-64 w-full rounded-lg bg-sunken object-contain"
        />
      </picture>
      <p className="mt-3 text-muted text-sm">
        {width} × {height}, {formatSize(bytes)}, uploaded{' '}
        <time dateTime={createdAt}>{exactTime(createdAt)}</time>
      </p>
      <div className="mt-3">
        <UseList picture={picture} usesKnown={usesKnown} />
      </div>
      <AltForm url={url} alt={alt} onSaved={onSaved} onOutcome={setOutcome} />
      {outcome?.isError && <Alert className="mt-4">{outcome.text}</Alert>}
      <p role="status" className="mt-3 min-h-[1.5em] text-muted text-sm">
        {outcome && !outcome.isError && outcome.text}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" className="max-sm:w-full" onClick={() => void copy()}>
          Copy address
        </Button>
        {usesKnown && uses.length === 0 && (
          <Button variant="quiet" className="text-danger max-sm:w-full" onClick={onDelete}>
            Delete
          </Button>
        )}
        <Button variant="secondary" className="max-sm:w-full sm:ms-auto" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

interface AltProps extends Pick<Props, 'onSaved'> {
  url: string;
  alt: string;
  onOutcome: (outcome: Outcome) => void;
}

function AltForm({ url, alt, onSaved, onOutcome }: AltProps) {
  const [text, setText] = useState(alt);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    onOutcome(null);
    try {
      await call('PUT /api/media/alt', { body: { url, alt: text } });
      onOutcome({
        isError: false,
        text: 'Description saved. Posts and pages that show the picture keep theirs.',
      });
      await onSaved();
    } catch (error) {
      const offline = "The description couldn't be saved. Please try again.";
      onOutcome({ isError: true, text: requestMessage(error, offline) });
    }
    setBusy(false);
  };
  return (
    <form
      className="mt-4 flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        className="min-w-0 grow"
        label="Description"
        value={text}
        maxLength={MAX_ALT_LENGTH}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        className="shrink-0"
        busy={busy}
        disabled={text.trim() === alt}
      >
        Save
      </Button>
    </form>
  );
}

async function copyAddress(url: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(new URL(url, window.location.origin).href);
    return { isError: false, text: 'Address copied.' };
  } catch {
    return { isError: true, text: "The address couldn't be copied." };
  }
}
