import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { ImportJob } from '../../../../api/contract/imports.ts';
import { formatSize } from '../../../lib/format.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { FileDrop } from './FileDrop.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { $upload, continueUpload, pauseUpload, startUpload, type Upload } from './upload.ts';

/** Shows the progress of the upload, or how to continue it. */
export function UploadView({ job }: { job: ImportJob }) {
  const upload = useStore($upload);
  return upload?.id === job.id ? <Sending upload={upload} /> : <Interrupted job={job} />;
}

function Sending({ upload }: { upload: Upload }) {
  const { file, state, problem } = upload;
  return (
    <div className="panel mt-6 px-5 py-5">
      <h2 className="font-sans font-semibold text-base [overflow-wrap:anywhere]">
        {state === 'paused' ? 'Paused: ' : 'Uploading '}
        {file.name}
      </h2>
      <Bar sent={upload.sent} size={file.size} />
      <p role="status" className="mt-2 min-h-[1.5em] text-sm">
        {state === 'retrying' && 'The upload was interrupted. Trying again in a moment...'}
        {state === 'sending' && (
          <span className="text-muted">
            Keep this page open. You can use the other tabs of the dashboard.
          </span>
        )}
        {state === 'paused' && problem === null && (
          <span className="text-muted">
            You can also continue later, within 7 days, with the same file.
          </span>
        )}
      </p>
      {problem !== null && <Alert className="mt-1">{problem}</Alert>}
      <div className="mt-4 flex flex-wrap gap-3">
        {state === 'paused' ? (
          <Button onClick={continueUpload}>Continue</Button>
        ) : (
          <Button variant="secondary" disabled={state === 'sent'} onClick={pauseUpload}>
            Pause
          </Button>
        )}
        <CancelUpload />
      </div>
    </div>
  );
}

/** An upload that began in another page, or in this one before a reload. */
function Interrupted({ job }: { job: ImportJob }) {
  const { name, size, received } = job;
  const [error, setError] = useState('');
  const choose = (file: File) => {
    const isSame = file.name === name && file.size === size;
    setError(isSame ? '' : `That’s a different file. Choose ${name} with ${exactSize(size)}.`);
    if (isSame) startUpload(job, file);
  };
  return (
    <div className="panel mt-6 px-5 py-5">
      <h2 className="font-sans font-semibold text-base [overflow-wrap:anywhere]">
        The upload of {name} isn’t complete
      </h2>
      <Bar sent={received} size={size} />
      <p className="mt-2 mb-4 text-muted text-sm">
        Choose the same file to continue where it stopped.
        {job.by !== null && ` Started by ${job.by}.`}
      </p>
      {error !== '' && <Alert className="mb-4">{error}</Alert>}
      <FileDrop prompt={name} hint={exactSize(size)} file={null} onFile={choose} />
      <div className="mt-4 flex">
        <CancelUpload variant="secondary" />
      </div>
    </div>
  );
}

function exactSize(bytes: number): string {
  return `${bytes.toLocaleString('en-US')} bytes`;
}

function CancelUpload({ variant }: { variant?: 'secondary' }) {
  return (
    <RemoveButton
      label="Cancel"
      variant={variant}
      question="Cancel this import?"
      yes="Yes, cancel it"
      no="No, keep it"
      done="The import was canceled."
    >
      What was uploaded so far will be deleted.
    </RemoveButton>
  );
}

function Bar({ sent, size }: { sent: number; size: number }) {
  const textId = useId();
  const percent = Math.floor((sent / size) * 100);
  return (
    <>
      <div
        role="progressbar"
        aria-label="Upload"
        aria-describedby={textId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="mt-4 overflow-hidden rounded-full bg-accent-soft"
      >
        {/* A border, which forced colors keep. */}
        <div className="rounded-full border-accent border-t-4" style={{ width: `${percent}%` }} />
      </div>
      <p id={textId} className="mt-2 flex justify-between gap-3 text-soft text-sm tabular-nums">
        <span>
          {formatSize(sent)} of {formatSize(size)}
        </span>
        <span>{percent}%</span>
      </p>
      {/* Announces every tenth. */}
      <p role="status" className="sr-only">
        {percent >= 10 && `${Math.floor(percent / 10) * 10}% uploaded`}
      </p>
    </>
  );
}
