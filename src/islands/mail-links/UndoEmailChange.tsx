import { call } from '../../lib/api.ts';
import { verifySession } from '../../stores/session.ts';
import { LinkButton } from './LinkButton.tsx';

/** Opened by the link to the old email of an account: keeps that email, or brings it back. */
export function UndoEmailChange() {
  return (
    <LinkButton
      kind="undo-email-change"
      explain={({ username, email }) => (
        <>
          <p>
            The account <strong className="text-ink">{username}</strong> will use{' '}
            <strong className="text-ink">{email}</strong> again.
          </p>
          <p>
            Everyone who is signed in to it will be signed out, and the password stops working. You
            then choose a new one.
          </p>
        </>
      )}
      label="Undo the Change"
      busyLabel="Undoing..."
      onUse={async (token) => {
        const { message } = await call('POST /api/auth/undo-email-change', { body: { token } });
        void verifySession({ again: true });
        return message;
      }}
      next={
        <a className="btn btn-primary" href="/forgot-password">
          Choose a new password
        </a>
      }
      otherwise={
        <>
          <p className="text-soft">
            If you can't sign in anymore, try to reset the password with each email that you have
            used here.
          </p>
          <a className="btn btn-primary" href="/forgot-password">
            Reset the password
          </a>
        </>
      }
    />
  );
}
