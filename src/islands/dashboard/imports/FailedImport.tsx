import { useState } from 'react';
import type { ImportJob, ImportOptions } from '../../../../api/contract/imports.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { requestMessage } from '../../ui/request.ts';
import { JobFacts } from './JobFacts.tsx';
import { useImportActions } from './useImport.ts';

interface Props {
  job: ImportJob;
  /** Called with the options for another try. */
  onRetry: (options: ImportOptions) => void;
}

export function FailedImport({ job, onRetry }: Props) {
  const { remove } = useImportActions();
  const [isBusy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    try {
      onRetry(job.options);
      await remove();
    } catch (error) {
      toast(requestMessage(error), 'error');
      setBusy(false);
    }
  };
  return (
    <div className="panel mt-6 px-5 py-5">
      <h2 className="font-sans font-semibold text-base">The import failed</h2>
      <Alert className="mt-3">{job.error ?? 'Something went wrong on the server.'}</Alert>
      <p className="mt-3 max-w-prose text-soft text-sm">
        Nothing on your site has changed. Try again with other options or another file.
      </p>
      <JobFacts job={job} />
      <Button className="mt-4" busy={isBusy} onClick={() => void tryAgain()}>
        Try again
      </Button>
    </div>
  );
}
