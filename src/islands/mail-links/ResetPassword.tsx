import { call } from '../../lib/api.ts';
import { LinkState } from './LinkState.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { keepsAdded, RemoveAdded } from './RemoveAdded.tsx';
import { isBadToken, useAccountLink } from './useLink.ts';

/** Opened by the link in a mail: sets a new password. */
export function ResetPassword() {
  const { link, check, fail } = useAccountLink('reset-password');
  if (link.state !== 'usable') {
    return (
      <LinkState link={link} onRetry={check}>
        <a className="btn btn-primary" href="/forgot-password">
          Get a new link
        </a>
      </LinkState>
    );
  }
  const { token, account } = link;
  return (
    <>
      <p className="mb-6 text-soft [overflow-wrap:anywhere]">
        For the account <strong className="text-ink">{account.username}</strong>. This signs you out
        in all browsers.
      </p>
      <NewPasswordForm
        email={account.email}
        onSubmit={async (password, values) => {
          const keepAddedMethods = account.added !== undefined && keepsAdded(values);
          try {
            return (
              await call('POST /api/auth/reset-password', {
                body: { token, password, keepAddedMethods },
              })
            ).message;
          } catch (error) {
            if (!isBadToken(error)) throw error;
            fail(error);
            return null;
          }
        }}
      >
        {() => <RemoveAdded methods={account.added ?? []} />}
      </NewPasswordForm>
    </>
  );
}
