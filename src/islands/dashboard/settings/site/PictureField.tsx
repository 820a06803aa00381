import { useId, useRef, useState } from 'react';
import { uploadPicture } from '../../../../lib/upload.ts';
import { Button } from '../../../ui/Button.tsx';
import { FileInput } from '../../../ui/FileInput.tsx';
import { requestMessage } from '../../../ui/request.ts';
import { useLatestRequest } from '../../../ui/useLatestRequest.ts';
import { PAPER } from './accents.ts';

interface Props {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  /** The picture's address, or an empty text. */
  url: string;
  /** The theme in which visitors see the picture. By default, any. */
  theme?: keyof typeof PAPER;
  onChange: (url: string) => void;
}

/** A picture to upload, replace or remove. Only its address is a setting. */
export function PictureField({ label, hint, error, url, theme, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { run } = useLatestRequest();
  const upload = async (file: File) => {
    setFailure(null);
    setPercent(0);
    await run((signal) => uploadPicture(file, 'post', { onProgress: setPercent, signal }), {
      onSuccess: ({ publicUrl }) => onChange(publicUrl),
      onError: (problem) => setFailure(requestMessage(problem)),
    });
    setPercent(null);
  };
  const message = failure ?? error;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset says its name twice
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={hint && `${id}-hint`}>
      <p id={`${id}-label`} className="field-label">
        {label}
      </p>
      {url !== '' && (
        <img
          src={url}
          alt={`Current ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
          className="mb-2 max-h-24 max-w-full rounded-md border border-line p-2"
          style={{ background: theme && PAPER[theme] }}
        />
      )}
      <FileInput ref={input} accept="image/*" onFiles={([file]) => void upload(file)} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          small
          busy={percent !== null}
          busyLabel={`Uploading: ${percent} %`}
          data-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
          onClick={() => input.current?.click()}
        >
          {url === '' ? 'Upload picture' : 'Replace picture'}
        </Button>
        {url !== '' && (
          <Button
            variant="quiet"
            small
            disabled={percent !== null}
            onClick={() => {
              setFailure(null);
              onChange('');
            }}
          >
            Remove picture
          </Button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {message && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}
