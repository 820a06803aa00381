import type { QueuedMail } from '../../../../api/contract/mail.ts';
import { counted } from '../../../lib/format.ts';
import { exactTime, relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';

const KINDS: Record<string, string> = {
  'reset-password': 'Password reset',
  'verify-email': 'Email confirmation',
  'confirm-new-email': 'New email',
  'sign-in-link': 'Sign-in link',
  invitation: 'Invitation',
  'email-change': 'Email change notice',
  'password-changed': 'Password notice',
  'new-browser': 'Sign-in notice',
  'passkey-added': 'Passkey notice',
  'sign-in-change': 'Sign-in notice',
  comments: 'Notifications',
  contact: 'Contact message',
  test: 'Test message',
};

const STATES = {
  queued: 'bg-sunken text-muted',
  sent: 'bg-success-soft text-success',
  failed: 'bg-danger-soft text-danger',
} as const;

interface Props {
  title: string;
  mails: QueuedMail[];
  empty: string;
}

export function MailList({ title, mails, empty }: Props) {
  const now = useNow();
  return (
    <>
      <h3 className="mt-5 font-sans font-semibold text-sm">{title}</h3>
      {mails.length === 0 && <p className="mt-2 text-muted text-sm">{empty}</p>}
      <ul>
        {mails.map((mail) => (
          <li key={mail._id} className="border-line border-b py-3 text-sm">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <span className={`chip ${STATES[mail.state]}`}>{LABELS[mail.state]}</span>
              <span className="font-medium">{KINDS[mail.kind] ?? mail.kind}</span>
              <span className="min-w-0 text-soft [overflow-wrap:anywhere]">{mail.to}</span>
              <time className="text-muted text-xs" dateTime={mail.createdAt}>
                {relativeTime(mail.createdAt, now)}
              </time>
            </div>
            {mail.error && (
              <p className="mt-1 text-muted text-xs [overflow-wrap:anywhere]">
                <span className="font-mono">{mail.error}</span>{' '}
                {mail.nextAttemptAt
                  ? `Attempt ${mail.attempts}. Next one: ${exactTime(mail.nextAttemptAt)}.`
                  : `Given up after ${counted(mail.attempts, 'attempt')}.`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const LABELS = { queued: 'Waiting', sent: 'Sent', failed: 'Failed' } as const;
