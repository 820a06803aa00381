import { useEffect, useRef, useState } from 'react';
import { uploadImage } from '../../../lib/upload.ts';
import { useLatestRequest } from '../../ui/request.ts';

interface Options {
  onStart: () => void;
  onDone: (publicUrl: string) => void;
  /** Called with the upload's error, or `null` if the file isn't an image. */
  onError: (error: unknown) => void;
}

export interface Picture {
  /** The URL of the chosen picture before it is saved, or null. */
  preview: string | null;
  /** The progress of the upload in percent, or null. */
  progress: number | null;
  choose(file: File): void;
  /** Returns to the saved picture. */
  reset(): void;
}

/** A new profile picture: previewed and uploaded right away. Choosing another one replaces it. */
export function usePicture(options: Options): Picture {
  const [preview, setPreview] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const { run, abort } = useLatestRequest();
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
    return undefined;
  }, [preview]);

  const reset = () => {
    abort();
    setPreview(null);
    setProgress(null);
  };
  const choose = (file: File) => {
    if (!file.type.startsWith('image/')) return latest.current.onError(null);
    setPreview(URL.createObjectURL(file));
    setProgress(0);
    latest.current.onStart();
    void run(
      (signal) =>
        uploadImage(file, 'profile', {
          onProgress: (percent) => signal.aborted || setProgress(percent),
          signal,
        }),
      {
        onSuccess: ({ publicUrl }) => {
          setProgress(null);
          latest.current.onDone(publicUrl);
        },
        onError: (error) => {
          reset();
          latest.current.onError(error);
        },
      },
    );
  };

  return { preview, progress, choose, reset };
}
