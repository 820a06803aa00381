import { signInPath } from '../../../lib/navigate.ts';
import { FormAlert } from '../../auth/FormAlert.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { tabPath } from '../tabs.tsx';
import type { Notice } from './useProfile.ts';

/** What happened to the changes of the profile. */
export function NoticeText({ id, notice }: { id: string; notice: Notice | null }) {
  if (!notice) return null;
  if (notice.kind === 'error') return <FormAlert id={id} error={notice.error} />;
  if (notice.kind === 'info') {
    return (
      <Alert tone={notice.tone} className="mt-4">
        {notice.message}
      </Alert>
    );
  }
  return (
    <Alert className="mt-4">
      Your session has ended, so nothing was changed. We saved your edits, except for the password.{' '}
      <a
        className="font-semibold underline underline-offset-2"
        href={signInPath(tabPath('profile'))}
      >
        Sign In
      </a>{' '}
      to continue.
    </Alert>
  );
}
