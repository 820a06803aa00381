import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { signInFailure, signInStart } from '../../stores/session.ts';
import { Field, PasswordField } from '../ui/Field.tsx';
import { AuthForm } from './AuthForm.tsx';
import { EntranceReason } from './EntranceReason.tsx';
import { toFormError } from './FormAlert.tsx';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import type { GoogleSetup } from './ProviderSignIn.tsx';
import { takeNewEmail, useEntrance } from './useEntrance.ts';

interface Props {
  google: GoogleSetup;
  /** Browsers offer passkeys at this address. */
  passkeys: boolean;
  /** The site sends mail. */
  mail: boolean;
}

export function SignInForm({ google, passkeys, mail }: Props) {
  const { ready, leaving, unavailable, reason, enter, keepReturn, returnTo } = useEntrance();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const newEmail = takeNewEmail();
    if (!newEmail || !email.current || email.current.value !== '') return;
    email.current.value = newEmail;
    password.current?.focus();
  }, []);

  return (
    <AuthForm
      intro={<EntranceReason verb="Sign in" reason={reason} />}
      label="Sign In"
      busyLabel="Signing in..."
      fieldNames={['email', 'password']}
      missing="Please fill all the required field."
      unavailable={unavailable && "Sign-in isn't available on this copy of the site."}
      google={google}
      mail={mail}
      returnTo={returnTo}
      ready={ready}
      leaving={leaving}
      onSubmit={async (values) => {
        signInStart();
        const { user } = await call('POST /api/auth/signin', {
          body: { email: values.email, password: values.password },
        });
        enter(user);
      }}
      onError={signInFailure}
      onSignedIn={enter}
      alternative={
        passkeys
          ? ({ ready, disabled, clear, reject }) => (
              <PasskeySignIn
                ready={ready}
                disabled={disabled}
                onStart={clear}
                onSignedIn={enter}
                onError={(error) => reject(toFormError(error))}
              />
            )
          : undefined
      }
      footer={
        <>
          <span>Don't have an account?</span>{' '}
          <a className="link inline-flex min-h-11 items-center" href="/signup" onClick={keepReturn}>
            Sign Up
          </a>
          <p>
            <a className="link inline-flex min-h-11 items-center" href="/forgot-password">
              Forgot password?
            </a>
          </p>
        </>
      }
    >
      {(errorId) => (
        <>
          <Field
            ref={email}
            label="Email"
            name="email"
            type="email"
            autoComplete={passkeys ? 'email webauthn' : 'email'}
            required
            errorId={errorId('email')}
          />
          <PasswordField
            ref={password}
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            errorId={errorId('password')}
          />
        </>
      )}
    </AuthForm>
  );
}
