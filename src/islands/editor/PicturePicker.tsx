import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiFailure } from '../../lib/api.ts';
import { uploadImage } from '../../lib/upload.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ProgressCircle } from './ProgressCircle.tsx';

interface Props {
  /** URL of the picture of the post, or empty. */
  image: string;
  onImage: (url: string) => void;
}

/** The picture of the post: chosen, uploaded at the press of a button, shown, and taken away again. */
export function PicturePicker({ image, onImage }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<{ message: string; reason?: string } | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => () => abort.current?.abort(), []);

  const upload = async () => {
    const file = input.current?.files?.[0];
    if (!file) {
      setError({ message: 'Please select an image' });
      input.current?.focus();
      return;
    }
    const controller = new AbortController();
    abort.current = controller;
    setError(null);
    setPercent(0);
    try {
      const { publicUrl } = await uploadImage(file, 'post', {
        onProgress: setPercent,
        signal: controller.signal,
      });
      setIsWaiting(false);
      onImage(publicUrl);
    } catch (failure) {
      if (controller.signal.aborted) return;
      // The reason of our server helps ("at most 10 MiB"); that of a lost connection is its own.
      const isOurs = failure instanceof ApiFailure && failure.status > 0;
      setError({ message: 'Image upload failed', reason: isOurs ? failure.message : undefined });
    } finally {
      setPercent(null);
    }
  };

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
          aria-describedby={isWaiting ? `${id}-hint` : undefined}
          onChange={({ target }) => {
            setError(null);
            setIsWaiting((target.files?.length ?? 0) > 0);
          }}
        />
        <Button variant="secondary" onClick={upload} disabled={percent !== null}>
          {percent === null ? (
            <ImageUp size={18} aria-hidden="true" />
          ) : (
            <ProgressCircle percent={percent} label="Uploading the image" />
          )}
          Upload Image
        </Button>
      </div>
      {isWaiting && percent === null && !error && (
        <p id={`${id}-hint`} className="field-hint">
          Not uploaded yet.
        </p>
      )}
      {error && (
        <Alert className="mt-3">
          <p>{error.message}</p>
          {error.reason && <p>{error.reason}</p>}
        </Alert>
      )}
      {image && (
        <figure className="picture-preview">
          <img src={image} alt="Uploaded preview" />
          <Button small variant="secondary" onClick={() => onImage('')}>
            <Trash2 size={16} aria-hidden="true" />
            Remove image
          </Button>
        </figure>
      )}
    </div>
  );
}
