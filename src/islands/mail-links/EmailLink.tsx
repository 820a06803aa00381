import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import type { EmailLinkInfo, User } from '../../../api/contract/users.ts';
import { call } from '../../lib/api.ts';
import { navigate } from '../../lib/navigate.ts';
import { $user, signInSuccess } from '../../stores/session.ts';
import { EmailLinkForm } from '../auth/EmailLinkForm.tsx';
import { asksForCode, FormAlert, useSubmit } from '../auth/FormAlert.tsx';
import { useFieldForm } from '../auth/useFieldForm.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { LinkState } from './LinkState.tsx';
import { isBadToken, useLink } from './useLink.ts';

/** Loaded on demand because few accounts have it. */
const SecondFactorForm = lazy(async () => ({
  default: (await import('../auth/SecondFactorForm.tsx')).SecondFactorForm,
}));

const describe = (token: string): Promise<EmailLinkInfo> =>
  call('POST /api/auth/emaillink/check', { body: { token } });

/** Opened by the link in a mail: signs in, or creates an account. */
export function EmailLink() {
  const { link, check, fail } = useLink(describe);
  const [asksCode, setAsksCode] = useState(false);
  const [leaving, setLeaving] = useState(false);

  if (link.state !== 'usable') {
    return (
      <LinkState link={link} onRetry={check}>
        <div>
          <EmailLinkForm next="/" />
        </div>
      </LinkState>
    );
  }
  const { token, account } = link;
  const enter = (user: User) => {
    setLeaving(true);
    signInSuccess(user);
    navigate(account.next, { replace: true });
  };
  const redeem = async (username?: string) => {
    try {
      enter((await call('POST /api/auth/emaillink/redeem', { body: { token, username } })).user);
    } catch (error) {
      if (asksForCode(error)) setAsksCode(true);
      else if (isBadToken(error)) fail(error);
      else throw error;
    }
  };
  if (asksCode) {
    return (
      <Suspense>
        <SecondFactorForm
          leaving={leaving}
          onSignedIn={enter}
          onBack={() => {
            setAsksCode(false);
            // The link was used up, so this offers a new one.
            void check();
          }}
        />
      </Suspense>
    );
  }
  return 'username' in account ? (
    <SignIn account={account} leaving={leaving} onUse={() => redeem()} />
  ) : (
    <CreateAccount account={account} leaving={leaving} onUse={redeem} />
  );
}

interface Props<Kind> {
  account: Extract<EmailLinkInfo, Kind>;
  /** The link was used and the next page is loading. */
  leaving: boolean;
  onUse: (username: string) => Promise<void>;
}

function SignIn({ account, leaving, onUse }: Props<{ username: string }>) {
  const { email, username, removesPassword } = account;
  const current = useStore($user);
  const { busy, error, submit } = useSubmit(() => undefined);
  return (
    <>
      <div className="mb-6 grid gap-3 text-soft [overflow-wrap:anywhere]">
        <p>
          This link signs you in as <strong className="text-ink">{username}</strong> ({email}).
        </p>
        {removesPassword && (
          <p>
            Its email was never confirmed, so someone else may have chosen its password. Signing in
            confirms the email, removes the password, and signs out other browsers.
          </p>
        )}
        {current && current.username !== username && (
          <p>
            This browser is signed in as <strong className="text-ink">{current.username}</strong>.
            Continuing ends that session.
          </p>
        )}
      </div>
      <Button
        className="w-full [overflow-wrap:anywhere]"
        busy={busy || leaving}
        busyLabel="Signing in..."
        onClick={() => submit(() => onUse(username))}
      >
        Sign in as {username}
      </Button>
      <FormAlert id="link-error" error={error} />
    </>
  );
}

function CreateAccount({ account, leaving, onUse }: Props<{ newUsername: string }>) {
  const { form, control, alert, busy } = useFieldForm({
    missing: 'Please choose a username.',
    onSubmit: onUse,
  });
  return (
    <form {...form}>
      <p className="mb-6 text-soft [overflow-wrap:anywhere]">
        <strong className="text-ink">{account.email}</strong> has no account here yet. Choose a
        username, which appears next to your comments. You can change it later in your profile.
      </p>
      <Field
        {...control}
        label="Username"
        name="username"
        defaultValue={account.newUsername}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint="3 to 30 letters, digits, “_”, “-”, or “.”"
        required
      />
      <Button
        type="submit"
        className="mt-7 w-full"
        busy={busy || leaving}
        busyLabel="Creating account..."
      >
        Create Account
      </Button>
      {alert}
    </form>
  );
}
