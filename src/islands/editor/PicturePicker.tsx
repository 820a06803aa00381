import { useId, useRef, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { uploadImage } from '../../lib/upload.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressRing } from '../ui/ProgressRing.tsx';
import { useLatestRequest } from '../ui/useLatestRequest.ts';
import { type Problem, ProblemAlert, uploadProblem } from './problems.tsx';

interface Props {
  image: string;
  onImage: (url: string) => void;
  onUploading: (isUploading: boolean) => void;
  onSignIn: () => void;
}

export function PicturePicker({ image, onImage, onUploading, onSignIn }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [uploaded, setUploaded] = useState('');
  const [isWaiting, setIsWaiting] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { run } = useLatestRequest();

  const upload = async () => {
    const file = input.current?.files?.[0];
    if (!file) {
      setProblem({ message: 'Please select an image' });
      input.current?.focus();
      return;
    }
    setProblem(null);
    onUploading(true);
    await run((signal) => uploadImage(file, 'post', { onProgress: setPercent, signal }), {
      onSuccess: ({ publicUrl }) => {
        setIsWaiting(false);
        setUploaded(publicUrl);
        onImage(publicUrl);
      },
      onError: (error) => setProblem(uploadProblem(error)),
    });
    setPercent(null);
    onUploading(false);
  };
  const isUploaded = image !== '' && image === uploaded;

  return (
    <div>
      <label htmlFor={id} className="field-label">
        Image
      </label>
      <div className="flex flex-wrap gap-3">
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
        <div className="relative">
          <Button variant="secondary" onClick={upload} disabled={percent !== null}>
            <Icon name="image-up" size={18} />
            Upload Image
          </Button>
          {/* Covers the icon from outside, so that it isn't part of the button's name. */}
          {percent !== null && (
            <ProgressRing
              percent={percent}
              label="Uploading the image"
              size={36}
              strokeWidth={3}
              className="inset-y-0 left-2 my-auto h-9 rounded-full bg-paper"
              textClassName="text-[0.625rem]"
            />
          )}
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
        <figure className="relative mt-4 overflow-hidden rounded-[0.875rem] bg-sunken">
          <img
            src={image}
            alt={isUploaded ? 'Uploaded preview' : 'Current image'}
            className="max-h-88 w-full object-contain"
          />
          <Button
            small
            variant="secondary"
            className="absolute right-3 bottom-3"
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
