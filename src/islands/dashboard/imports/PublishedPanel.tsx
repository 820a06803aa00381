import { useState } from 'react';
import type { ImportJob } from '../../../../api/contract/imports.ts';
import { Alert } from '../../ui/Alert.tsx';
import { attempt } from '../../ui/attempt.ts';
import { Button } from '../../ui/Button.tsx';
import { JobFacts } from './JobFacts.tsx';
import { Tally } from './Tally.tsx';
import { useImportActions } from './useImport.ts';

/** The result of an import. */
export function PublishedPanel({ job }: { job: ImportJob }) {
  const { remove } = useImportActions();
  const [isBusy, setBusy] = useState(false);
  const { summary } = job;
  const dismiss = async () => {
    setBusy(true);
    if (!(await attempt(remove, 'The report was deleted.'))) setBusy(false);
  };
  return (
    <section aria-label="Result" className="panel mt-5 px-5 py-5">
      <Alert tone="success">The import is public. New pages appear within a few minutes.</Alert>
      {summary && (
        <>
          <p className="mt-4 text-sm [overflow-wrap:anywhere]">{summary.source}</p>
          <Tally summary={summary} />
        </>
      )}
      <JobFacts job={job} />

      <Button className="mt-4" busy={isBusy} onClick={() => void dismiss()}>
        Done
      </Button>
    </section>
  );
}
