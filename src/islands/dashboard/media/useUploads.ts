import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../lib/format.ts';
import { uploadPicture } from '../../../lib/upload.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage, statusOf } from '../../ui/request.ts';
import { keys } from '../data.tsx';

interface Progress {
  /** From 1. */
  number: number;
  total: number;
  percent: number;
}

export interface UploadFailure {
  name: string;
  message: string;
}

/** The session has ended, the space is full, or there were too many uploads. */
const FINAL = [401, 403, 409, 429];

/** Uploads pictures one by one. Continues after a failure, unless the rest would fail, too. */
export function useUploads() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failures, setFailures] = useState<UploadFailure[]>([]);
  const upload = async (files: readonly File[]) => {
    setFailures([]);
    let uploaded = 0;
    for (const [index, file] of files.entries()) {
      const onProgress = (percent: number) =>
        setProgress({ number: index + 1, total: files.length, percent });
      try {
        await uploadPicture(file, 'post', { onProgress });
        uploaded += 1;
      } catch (error) {
        const failure = { name: file.name, message: requestMessage(error) };
        setFailures((others) => [...others, failure]);
        if (FINAL.includes(statusOf(error))) break;
      }
    }
    setProgress(null);
    if (uploaded === 0) return;
    toast(`${counted(uploaded, 'picture')} uploaded.`);
    await client.invalidateQueries({ queryKey: keys.media });
  };
  return { progress, failures, upload };
}
