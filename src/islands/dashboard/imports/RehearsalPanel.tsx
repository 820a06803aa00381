import { useState } from 'react';
import type { ImportJob } from '../../../../api/contract/imports.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { counted } from '../../../lib/format.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { failureText } from '../profile/security/security.tsx';
import { TabLink } from '../tabs.tsx';
import { JobFacts } from './JobFacts.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { Tally } from './Tally.tsx';
import { useImportActions } from './useImport.ts';

const NOT_PUBLISHED = "Nothing became public because you didn't confirm your identity.";

/** The result of a rehearsal, and the buttons that decide about it. */
export function RehearsalPanel({ job }: { job: ImportJob }) {
  const { summary, address, error } = job;
  return (
    <section aria-label="Rehearsal" className="panel mt-5 px-5 py-5">
      <h2 className="font-sans font-semibold text-base">The rehearsal is ready</h2>
      {error !== null && (
        <Alert className="mt-3">
          The import couldn’t be made public: {error.replace(/\.?$/, '.')} Parts of it may already
          be on your site. Make it public again to add the rest.
        </Alert>
      )}
      {summary && (
        <>
          <p className="mt-1 text-sm [overflow-wrap:anywhere]">{summary.source}</p>
          <Tally summary={summary} />
          <Addresses {...summary} />
        </>
      )}
      <p className="mt-4 max-w-prose text-soft text-sm">
        Visitors don’t see any of this yet. The rehearsal is at a secret address: anyone who knows
        it can look at it.
      </p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:w-full">
        {address !== null && (
          <a className="btn btn-secondary" href={address} target="_blank" rel="noreferrer">
            Open the rehearsal
            <Icon name="arrow-up-right" size={16} />
          </a>
        )}
        <PublishButton />
        <RemoveButton
          label="Throw it away"
          question="Throw this import away?"
          yes="Throw it away"
          no="No, keep it"
          done="The import was thrown away."
        >
          The rehearsal, its report and the uploaded file will be deleted. Your site stays as it is.
        </RemoveButton>
      </div>
      <JobFacts job={job} />
    </section>
  );
}

function Addresses({ addresses, unanswered }: { addresses: number; unanswered: number }) {
  if (addresses === 0) return null;
  const checked = counted(addresses, 'old address', 'old addresses');
  return unanswered === 0 ? (
    <Alert tone="success" className="mt-4">
      {addresses === 1 ? 'The old address leads' : `All ${checked} lead`} somewhere here.
    </Alert>
  ) : (
    <Alert tone="info" className="mt-4">
      {unanswered.toLocaleString('en-US')} of {checked} would lead nowhere.{' '}
      <a className="underline" href="#unanswered">
        Show them
      </a>
    </Alert>
  );
}

function PublishButton() {
  const { publish } = useImportActions();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Make it public</Button>
      <ConfirmDialog
        open={isOpen}
        title="Make this import public?"
        variant="primary"
        yes="Make it public"
        no="No, not yet"
        // Not awaited, so that this dialog closes before "Confirm it's you" opens.
        onConfirm={() => {
          publish().catch((error: unknown) => toast(failureText(error, NOT_PUBLISHED), 'error'));
        }}
        onClose={() => setOpen(false)}
      >
        <p>
          Posts, pages and comments will appear on your site, and old addresses will lead to them.
          Drafts stay drafts.
        </p>
        <p className="mt-2">
          This can’t be undone in one step, so make a backup first:{' '}
          <TabLink tab="settings" className="link">
            Settings
          </TabLink>{' '}
          has a button for it.
        </p>
      </ConfirmDialog>
    </>
  );
}
