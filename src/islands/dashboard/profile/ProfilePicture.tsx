import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { withPictureType } from '../../../lib/picture-type.ts';
import { uploadPicture } from '../../../lib/upload.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { useLatestRequest } from '../../ui/useLatestRequest.ts';

interface Options {
  onStart: () => void;
  onDone: (publicUrl: string) => void;
  /** Called with the upload's error, or `null` if the file isn't an image. */
  onError: (error: unknown) => void;
}

/** A new profile picture: previewed and uploaded right away. Choosing another one replaces it. */
export function usePicture({ onStart, onDone, onError }: Options) {
  /** The URL of the chosen picture before it is saved. */
  const [preview, setPreview] = useState<string | null>(null);
  /** In percent, while a picture is uploading. */
  const [progress, setProgress] = useState<number | null>(null);
  const { run, abort } = useLatestRequest();

  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
    return undefined;
  }, [preview]);

  const reset = () => {
    abort();
    setPreview(null);
    setProgress(null);
  };
  const choose = async (chosen: File) => {
    const file = await withPictureType(chosen);
    if (!file.type.startsWith('image/')) return onError(null);
    setPreview(URL.createObjectURL(file));
    setProgress(0);
    onStart();
    void run(
      (signal) =>
        uploadPicture(file, 'profile', {
          onProgress: (percent) => signal.aborted || setProgress(percent),
          signal,
        }),
      {
        onSuccess: ({ publicUrl }) => {
          setProgress(null);
          onDone(publicUrl);
        },
        onError: (error) => {
          reset();
          onError(error);
        },
      },
    );
  };

  return { preview, progress, choose, reset };
}

interface Props {
  src: string;
  /** What to say while a new picture is uploaded, but the profile isn't saved yet. */
  uploaded: string;
  /** The progress of the upload in percent, or null. */
  progress: number | null;
  onChoose: (file: File) => void;
}

const SIZE = 112;

/**
 * The profile picture. A click chooses another one; a ring around it shows the upload's progress.
 */
export function PictureButton({ src, uploaded, progress, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const isUploading = progress !== null;
  return (
    <div className="flex flex-wrap items-center gap-5">
      <div className="relative size-28 shrink-0">
        <button
          type="button"
          className="group grid size-28 place-items-center rounded-full focus-visible:rounded-full"
          aria-label="Choose a new profile picture"
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          <span className={isUploading ? 'opacity-50' : ''}>
            <Avatar src={src} size={isUploading ? SIZE - 16 : SIZE} />
          </span>
          {!isUploading && (
            <span className="absolute right-0 bottom-0 grid size-9 place-items-center rounded-full border border-line bg-raised text-soft transition-colors group-hover:text-accent">
              <Icon name="camera" size={18} />
            </span>
          )}
        </button>
        {/* Outside the button, whose content is presentational. */}
        {isUploading && (
          <ProgressRing
            percent={progress}
            label="Uploading the picture"
            size={SIZE}
            className="inset-0"
            textClassName="rounded-full bg-raised px-2 py-0.5 font-semibold text-xs"
          />
        )}
      </div>
      <FileInput
        ref={input}
        accept="image/*"
        aria-label="Profile picture"
        onFiles={([file]) => onChoose(file)}
      />
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="font-semibold text-sm">Profile picture</p>
        <p id={hintId} className="mt-0.5 text-muted text-xs">
          JPEG, PNG, WebP, AVIF or GIF, less than 2MB
        </p>
        <p role="status" className="mt-1 text-success text-xs">
          {!isUploading && uploaded}
        </p>
      </div>
    </div>
  );
}
