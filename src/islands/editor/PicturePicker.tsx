import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { uploadImage } from '../../lib/upload.ts';
import { Button } from '../ui/Button.tsx';
import { type Problem, ProblemAlert, uploadProblem } from './problems.tsx';

interface Props {
  /** The URL of the post's image, or empty. */
  image: string;
  onImage: (url: string) => void;
  /** Called when an upload starts and ends. */
  onUploading: (isUploading: boolean) => void;
  onSignIn: () => void;
}

/** Chooses, uploads, shows and removes the image of a post. */
export function PicturePicker({ image, onImage, onUploading, onSignIn }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [uploaded, setUploaded] = useState('');
  const [isWaiting, setIsWaiting] = useState(false);
  const { percent, problem, setProblem, send } = useUpload(onUploading);

  const upload = async () => {
    const file = input.current?.files?.[0];
    if (!file) {
      setProblem({ message: 'Please select an image' });
      input.current?.focus();
      return;
    }
    const url = await send(file);
    if (url === null) return;
    setIsWaiting(false);
    setUploaded(url);
    onImage(url);
  };
  const isUploaded = image !== '' && image === uploaded;

  return (
    <div className="picture-picker">
      <label htmlFor={id} className="field-label">
        Image
      </label>
      <div className="picture-picker-row">
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          className="field picture-input"
          disabled={percent !== null}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            setProblem(null);
            setIsWaiting((target.files?.length ?? 0) > 0);
          }}
        />
        <div className="picture-upload">
          <Button variant="secondary" onClick={upload} disabled={percent !== null}>
            <Icon name="image-up" size={18} />
            Upload Image
          </Button>
          {percent !== null && <ProgressCircle percent={percent} label="Uploading the image" />}
        </div>
      </div>
      <p id={`${id}-hint`} role="status" className="field-hint">
        {percent === null && isWaiting && !problem && 'Not uploaded yet.'}
        {percent === null && isUploaded && !isWaiting && !problem && 'Image uploaded.'}
      </p>
      {problem && (
        <div className="mt-3">
          <ProblemAlert problem={problem} onSignIn={onSignIn} />
        </div>
      )}
      {image && (
        <figure className="picture-preview">
          <img src={image} alt={isUploaded ? 'Uploaded preview' : 'Current image'} />
          <Button
            small
            variant="secondary"
            onClick={() => {
              onImage('');
              // The button disappears with the picture, and would take the focus with it.
              input.current?.focus();
            }}
          >
            <Icon name="trash" size={16} />
            Remove image
          </Button>
        </figure>
      )}
    </div>
  );
}

/** The state of one upload at a time. `send` returns the URL, or null if the upload fails. */
function useUpload(onUploading: (isUploading: boolean) => void) {
  const abort = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
      onUploading(false);
    },
    [onUploading],
  );

  const send = async (file: File): Promise<string | null> => {
    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    setProblem(null);
    setPercent(0);
    onUploading(true);
    try {
      return (await uploadImage(file, 'post', { onProgress: setPercent, signal })).publicUrl;
    } catch (error) {
      if (!signal.aborted) setProblem(uploadProblem(error));
      return null;
    } finally {
      setPercent(null);
      onUploading(false);
    }
  };
  return { percent, problem, setProblem, send };
}

const RADIUS = 15;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** A ring that fills, with the percentage inside. */
function ProgressCircle({ percent, label }: { percent: number; label: string }) {
  return (
    <span
      className="progress-circle"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r={RADIUS} />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * (1 - percent / 100)}
        />
      </svg>
      <span>{percent}%</span>
    </span>
  );
}
