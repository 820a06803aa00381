import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ImportJob, ImportOptions, ImportStatus } from '../../../../api/contract/imports.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { BoxSkeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { focusListTitle, LIST_TITLE_ID } from '../lists/ListFrame.tsx';
import type { PanelProps } from '../tabs.tsx';
import { FailedImport } from './FailedImport.tsx';
import { ImportReport } from './ImportReport.tsx';
import { RunningImport } from './RunningImport.tsx';
import { StartImport } from './StartImport.tsx';
import { UploadView } from './UploadView.tsx';
import { $upload, dropUpload } from './upload.ts';
import { useImportJob } from './useImport.ts';

/** Imports content from another system: upload, rehearsal, publication. */
export function ImportTab({ user }: PanelProps) {
  const state = useImportJob();
  const job = state.data?.job;
  /** Options of an import that failed, for another try. */
  const [options, setOptions] = useState<ImportOptions>();
  useFocusKept(job?.status);
  useUploadInStep(job);
  useFreshLists(job?.status);
  return (
    <>
      <p role="status" className="sr-only">
        {job && ANNOUNCED[job.status]}
      </p>
      {job?.status === 'ready' || job?.status === 'published' ? (
        <ImportReport job={job} />
      ) : (
        <section aria-labelledby={LIST_TITLE_ID} className="@container max-w-3xl">
          <h1 id={LIST_TITLE_ID} tabIndex={-1} className="text-2xl outline-none">
            Import
          </h1>
          <Loaded
            query={state}
            skeleton={<BoxSkeleton className="mt-6 h-64 w-full" />}
            title="The import couldn't be loaded"
          >
            {({ job: current }) => {
              if (!current) return <StartImport username={user.username} options={options} />;
              return viewOf(current, setOptions);
            }}
          </Loaded>
        </section>
      )}
    </>
  );
}

function viewOf(job: ImportJob, onRetry: (options: ImportOptions) => void): ReactNode {
  if (job.status === 'uploading') return <UploadView job={job} />;
  if (job.status === 'failed') return <FailedImport job={job} onRetry={onRetry} />;
  return <RunningImport job={job} />;
}

const ANNOUNCED: Record<ImportStatus, string> = {
  uploading: 'Upload started.',
  waiting: 'The upload is complete.',
  rehearsing: 'The rehearsal has started.',
  ready: 'The rehearsal is ready.',
  failed: 'The import failed.',
  publishing: 'The import is being made public.',
  published: 'The import is public.',
};

/** Moves the focus to the heading when the button that had it is gone. */
function useFocusKept(status: ImportStatus | undefined): void {
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    if (document.activeElement === document.body) focusListTitle();
  }, [status]);
}

/** Ends this page's upload when the server has everything or no longer expects it. */
function useUploadInStep(job: ImportJob | null | undefined): void {
  const client = useQueryClient();
  const upload = useStore($upload);
  const isSent = upload?.state === 'sent';
  useEffect(() => {
    if (isSent) void client.invalidateQueries({ queryKey: keys.importJob });
  }, [isSent, client]);
  useEffect(() => {
    if (job === undefined) return;
    const id = $upload.get()?.id;
    if (id !== undefined && (job?.id !== id || job.status !== 'uploading')) dropUpload();
  }, [job]);
}

/** Reloads the lists of other tabs after an import becomes public. */
function useFreshLists(status: ImportStatus | undefined): void {
  const client = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'publishing' && status === 'published') void client.invalidateQueries();
    before.current = status;
  }, [status, client]);
}
