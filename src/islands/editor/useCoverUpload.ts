import { useEffect, useMemo, useRef, useState } from 'react';
import { uploadPicture } from '../../lib/upload.ts';
import { useLatestRequest } from '../ui/useLatestRequest.ts';
import { type Problem, uploadProblem } from './problems.tsx';

interface Options {
  onUploaded: (url: string) => void;
  onUploading: (isUploading: boolean) => void;
}

/** The files of covers and share pictures that aren't uploaded yet. */
const waiting = new Set<File>();

/** Whether leaving the page would lose one of these files. */
export const hasCoverFile = (): boolean => waiting.size > 0;

export function useCoverUpload({ onUploaded, onUploading }: Options) {
  /** The chosen file, until it is uploaded. */
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { run, abort } = useLatestRequest();
  const latest = useRef(0);
  const localUrl = useObjectUrl(file);
  useEffect(() => {
    if (file === null) return;
    waiting.add(file);
    return () => void waiting.delete(file);
  }, [file]);

  const end = () => {
    setPercent(null);
    onUploading(false);
  };
  const upload = async (chosen: File) => {
    latest.current += 1;
    const number = latest.current;
    setProblem(null);
    setFile(chosen);
    setPercent(0);
    onUploading(true);
    await run((signal) => uploadPicture(chosen, 'post', { onProgress: setPercent, signal }), {
      onSuccess: ({ publicUrl }) => {
        setFile(null);
        onUploaded(publicUrl);
      },
      onError: (error) => setProblem(uploadProblem(error)),
    });
    if (number === latest.current) end();
  };
  const cancel = () => {
    latest.current += 1;
    abort();
    setFile(null);
    setProblem(null);
    end();
  };
  return { file, localUrl, percent, problem, setProblem, upload, cancel };
}

/** The address of a file that this page can show until another file replaces it. */
function useObjectUrl(file: File | null): string | null {
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  return url;
}
