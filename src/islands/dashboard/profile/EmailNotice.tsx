import { useState } from 'react';
import type { User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { updateSuccess, verifySession } from '../../../stores/session.ts';
import { toast } from '../../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { requestMessage, statusOf } from '../../ui/request.ts';

/** Says that the user's email, or the new one, isn't confirmed yet. */
export function EmailNotice({ user }: { user: User }) {
  const [busy, setBusy] = useState(false);
  const { email, pendingEmail, emailVerified } = user;
  if (emailVerified && pendingEmail === null) return null;

  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      toast(await work());
    } catch (error) {
      toast(requestMessage(error), 'error');
      // Confirmed in another tab.
      if (statusOf(error) === 409) await verifySession({ again: true });
    }
    setBusy(false);
  };
  const send = () => run(async () => (await call('POST /api/auth/verify-email/send')).message);
  const cancel = () =>
    run(async () => {
      updateSuccess(
        await call('PUT /api/user/update/:userId', {
          userId: user._id,
          body: { pendingEmail: null },
        }),
      );
      return 'Your email stays the same.';
    });
  return (
    <section
      aria-label="Confirmation"
      className="mt-5 rounded-2xl bg-accent-soft px-5 py-3 text-sm"
    >
      <p className="[overflow-wrap:anywhere]">
        {pendingEmail === null ? (
          <>
            Please confirm your email with the link that we sent to <strong>{email}</strong>.
          </>
        ) : (
          <>
            To change your email, click the link that we sent to <strong>{pendingEmail}</strong>.
            Until then, your account keeps <strong>{email}</strong>.
          </>
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" small disabled={busy} onClick={send}>
          Send again
        </Button>
        {pendingEmail !== null && (
          <Button variant="quiet" small disabled={busy} onClick={cancel}>
            Cancel change
          </Button>
        )}
      </div>
    </section>
  );
}
