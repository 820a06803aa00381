import { pageValues } from '../../lib/page-values.ts';
import { formatInZone } from '../../lib/zones.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { keys } from './key-names.ts';
import type { DocumentForm } from './useDocumentForm.ts';

interface Props {
  form: DocumentForm;
  onClose: () => void;
}

/** Says what publishing by keyboard will do, and asks. The same keys again confirm. */
export function ConfirmPublish({ form: { kind, publishing, state }, onClose }: Props) {
  const { postId = null, status, scheduledAt } = state.document ?? {};
  const isPublic = postId !== null;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isPublic ? `Update the public ${kind}?` : `Publish this ${kind} now?`}
      yes={isPublic ? 'Update now' : 'Publish now'}
      no="Cancel"
      variant="primary"
      onConfirm={publishing.submit}
    >
      <p>
        {isPublic ? 'Readers see your changes right away.' : 'Everyone can read it right away.'}
        {status === 'scheduled' &&
          scheduledAt &&
          ` It's scheduled for ${formatInZone(new Date(scheduledAt), pageValues().timeZone)} (${pageValues().timeZone}). Publishing it now cancels the schedule.`}
      </p>
      <p className="mt-2">
        To confirm, press <kbd>{keys('Enter')}</kbd> again.
      </p>
    </ConfirmDialog>
  );
}
