import { useRef } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import type { UploadFailure, useUploads } from './useUploads.ts';

type Uploads = ReturnType<typeof useUploads>;

/** The button that uploads pictures. Its label shows how far they are. */
export function UploadButton({ progress, upload }: Pick<Uploads, 'progress' | 'upload'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={input}
        accept="image/*"
        multiple
        aria-label="Pictures to upload"
        onFiles={(files) => void upload(files)}
      />
      <Button
        busy={progress !== null}
        busyLabel={progress ? labelOf(progress) : ''}
        className="tabular-nums"
        onClick={() => input.current?.click()}
      >
        <Icon name="image-up" size={18} />
        Upload
      </Button>
    </>
  );
}

function labelOf({ number, total, percent }: NonNullable<Uploads['progress']>): string {
  return total === 1 ? `Uploading, ${percent}%` : `Uploading ${number} of ${total}, ${percent}%`;
}

export function UploadFailures({ failures }: { failures: UploadFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <Alert className="mt-4">
      <ul className="space-y-1">
        {failures.map(({ name, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          <li key={index}>
            <span className="font-semibold">{name}</span>: {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
