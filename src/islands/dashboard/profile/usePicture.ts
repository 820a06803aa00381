import { useCallback, useEffect, useRef, useState } from 'react';
import { uploadImage } from '../../../lib/upload.ts';

interface Options {
  onStart: () => void;
  onDone: (publicUrl: string) => void;
  /** `null`: the file is no picture; else what the upload has thrown. */
  onFailed: (error: unknown) => void;
}

export interface Picture {
  /** Address of the chosen picture, shown before it is stored; null when none is chosen. */
  preview: string | null;
  /** Percent while it is being uploaded, else null. */
  progress: number | null;
  choose(file: File): void;
  /** Back to the stored picture. */
  forget(): void;
}

/** The new picture of a profile: shown at once, uploaded at once. A second choice replaces the first. */
export function usePicture(options: Options): Picture {
  const [preview, setPreview] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const upload = useRef<AbortController>(null);
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => () => upload.current?.abort(), []);
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
    return undefined;
  }, [preview]);

  const forget = useCallback(() => {
    upload.current?.abort();
    setPreview(null);
    setProgress(null);
  }, []);

  const choose = useCallback(
    async (file: File) => {
      if (!file.type.startsWith('image/')) return latest.current.onFailed(null);
      upload.current?.abort();
      const abort = new AbortController();
      upload.current = abort;
      setPreview(URL.createObjectURL(file));
      setProgress(0);
      latest.current.onStart();
      try {
        const { publicUrl } = await uploadImage(file, 'profile', {
          onProgress: (percent) => abort.signal.aborted || setProgress(percent),
          signal: abort.signal,
        });
        setProgress(null);
        latest.current.onDone(publicUrl);
      } catch (error) {
        // Aborted: another picture was chosen, or the page is left.
        if (abort.signal.aborted) return;
        forget();
        latest.current.onFailed(error);
      }
    },
    [forget],
  );

  return { preview, progress, choose: (file) => void choose(file), forget };
}
