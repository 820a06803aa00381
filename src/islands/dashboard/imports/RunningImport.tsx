import type { ImportJob } from '../../../../api/contract/imports.ts';
import { Spinner } from '../../ui/Button.tsx';
import { JobFacts } from './JobFacts.tsx';
import { RemoveButton } from './RemoveButton.tsx';

/** What the server is doing with the import. */
export function RunningImport({ job }: { job: ImportJob }) {
  const isPublishing = job.status === 'publishing';
  return (
    <div className="panel mt-6 px-5 py-5">
      <h2 className="flex items-center gap-3 font-sans font-semibold text-base">
        <Spinner className="text-muted" />
        {isPublishing ? 'Making the import public' : 'Rehearsing the import'}
      </h2>
      <p role="status" className="mt-3 min-h-[1.5em] text-sm tabular-nums [overflow-wrap:anywhere]">
        {job.progress ?? (job.status === 'waiting' ? 'Waiting to start...' : 'Working...')}
      </p>
      <p className="mt-1 max-w-prose text-muted text-sm">
        {isPublishing
          ? 'The server is adding posts, comments and pictures. Their pages follow in the background.'
          : 'This takes a few seconds for a small site, and longer if many pictures are copied. You can leave this page; the server keeps working.'}
      </p>
      <JobFacts job={job} />
      {!isPublishing && (
        <div className="mt-4 flex">
          <RemoveButton
            label="Cancel"
            variant="secondary"
            question="Cancel this import?"
            yes="Yes, cancel it"
            no="No, continue"
            done="The import was canceled."
          >
            The uploaded file will be deleted. Nothing on your site changes.
          </RemoveButton>
        </div>
      )}
    </div>
  );
}
