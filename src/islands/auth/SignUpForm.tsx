import { toastAfterNavigation } from '../../stores/toasts.ts';
import { Field, PasswordField } from '../ui/Field.tsx';
import { AuthForm } from './AuthForm.tsx';
import { EntranceReason } from './EntranceReason.tsx';
import type { GoogleSetup } from './ProviderSignIn.tsx';
import { leaveNewEmail, useEntrance } from './useEntrance.ts';
import { useSignUp } from './useSignUp.tsx';

interface Props {
  google: GoogleSetup;
  /** The site sends mail. */
  mail: boolean;
}

/** Creates an account and opens the sign-in page, or signs in with Google or a mailed link. */
export function SignUpForm({ google, mail }: Props) {
  const { ready, leaving, unavailable, reason, leave, enter, keepReturn, returnTo } = useEntrance();
  const { signUp, check } = useSignUp();

  return (
    <AuthForm
      intro={<EntranceReason verb="Sign up" reason={reason} />}
      label="Sign Up"
      busyLabel="Creating account..."
      fieldNames={['username', 'email', 'password']}
      missing="Please fill out all the fields."
      unavailable={unavailable && "Sign-up isn't available on this copy of the site."}
      google={google}
      mail={mail}
      returnTo={returnTo}
      ready={ready}
      leaving={leaving}
      onSubmit={async (values) => {
        const { message } = await signUp(values);
        leaveNewEmail(values.email);
        toastAfterNavigation(message);
        keepReturn();
        leave('/signin');
      }}
      onSignedIn={enter}
      footer={
        <>
          <span>Already have an account?</span>{' '}
          <a className="link inline-flex min-h-11 items-center" href="/signin" onClick={keepReturn}>
            Sign In
          </a>
        </>
      }
    >
      {(errorId) => (
        <>
          <Field
            label="Username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            hint="3 to 30 letters, digits, “_”, “-”, or “.”"
            required
            errorId={errorId('username')}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            errorId={errorId('email')}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            hint="At least 8 characters"
            required
            errorId={errorId('password')}
          />
          {check}
        </>
      )}
    </AuthForm>
  );
}
