import { call } from '../../lib/api.ts';
import { unsentComment } from '../../stores/after-sign-in.ts';
import { verifySession } from '../../stores/session.ts';
import { LinkButton } from './LinkButton.tsx';

/** Opened by the link in a mail: proves the email of an account. */
export function VerifyEmail() {
  return (
    <LinkButton
      kind="verify-email"
      explain={({ username, email }) => (
        <>
          <p>
            Confirm that <strong className="text-ink">{email}</strong> is yours, and that you use it
            for the account <strong className="text-ink">{username}</strong>.
          </p>
          <p className="text-muted text-sm">
            Not your account? Close this page. Nothing will happen.
          </p>
        </>
      )}
      label="Confirm Email"
      busyLabel="Confirming..."
      onUse={async (token) => {
        const { message } = await call('POST /api/auth/verify-email', { body: { token } });
        void verifySession({ again: true });
        return message;
      }}
      next={<Next />}
      otherwise={
        <>
          <p className="text-soft">You can send yourself a new link from your profile.</p>
          <a className="btn btn-primary" href="/dashboard?tab=profile">
            Open your profile
          </a>
        </>
      }
    />
  );
}

/** A guest may have signed up to send a comment. */
function Next() {
  const path = unsentComment()?.path ?? '/';
  return (
    <a className="btn btn-primary" href={path}>
      {path === '/' ? 'Go to the home page' : 'Go back to your comment'}
    </a>
  );
}
