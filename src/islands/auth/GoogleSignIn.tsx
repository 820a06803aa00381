import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { GooglePerson, User } from '../../../api/contract/users.ts';
import { ApiFailure, api } from '../../lib/api.ts';
import { signInToGoogle } from '../../lib/google.ts';
import { saveSuggestion } from '../../lib/tab-storage.ts';
import { Button } from '../ui/Button.tsx';
import { asksForCode, type FormError, toFormError } from './FormAlert.tsx';

/** Loaded on demand because few people ever see it. */
const PasswordDialog = lazy(async () => ({
  default: (await import('./PasswordDialog.tsx')).PasswordDialog,
}));

export interface GoogleSetup {
  /** The owner wants the button to be shown. */
  shown: boolean;
  enabled: boolean;
}

interface SignInProps {
  enabled: boolean;
  disabled: boolean;
  /** Called with each new proof of identity. */
  onStart: () => void;
  onSignedIn: (user: User) => void;
  /** Called for an account that takes a code, too. */
  onSecondFactor: () => void;
  onError: (error: FormError) => void;
}

/** Signs in with Google. An account with a password asks for it once before it is linked. */
export function GoogleSignIn(props: SignInProps) {
  const { enabled, disabled, onStart, onSignedIn, onSecondFactor, onError } = props;
  const [linking, setLinking] = useState<GooglePerson | null>(null);

  const signIn = async (person: GooglePerson) => {
    try {
      const { user, suggestedUsername } = await api.google(person);
      if (suggestedUsername) saveSuggestion({ userId: user._id, username: suggestedUsername });
      onSignedIn(user);
    } catch (error) {
      if (!asksForCode(error)) throw error;
      onSecondFactor();
    }
  };
  const onProven = async (person: GooglePerson): Promise<boolean> => {
    onStart();
    try {
      await signIn(person);
      return true;
    } catch (error) {
      const code = error instanceof ApiFailure ? error.code : undefined;
      if (code === 'password_required') setLinking(person);
      else if (code === 'no_password') onError(toFormError(error));
      // Other failures are only logged (spec, section 8).
      else console.info('Google sign-in:', error instanceof Error ? error.message : error);
      return false;
    }
  };

  return (
    <>
      <Divider>Or continue with</Divider>
      <GoogleButton enabled={enabled} disabled={disabled} onProven={onProven} />
      {linking && (
        <Suspense>
          <PasswordDialog
            title="Link your Google account"
            email={linking.email}
            label="Link account"
            busyLabel="Linking..."
            onPassword={(password) => signIn({ ...linking, password })}
            onClose={() => setLinking(null)}
          >
            There's already an account for{' '}
            <strong className="font-semibold text-ink">{linking.email}</strong>. Enter its password
            once, and you can sign in with Google from now on.
          </PasswordDialog>
        </Suspense>
      )}
    </>
  );
}

export function Divider({ children }: { children: string }) {
  return (
    <p className="my-6 flex items-center gap-4 text-muted text-sm before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {children}
    </p>
  );
}

interface ButtonProps {
  enabled: boolean;
  disabled?: boolean;
  /** If it resolves to `true`, the button stays busy while the next page loads. */
  onProven: (person: GooglePerson) => Promise<boolean>;
}

/** Opens Google's popup. If that fails or is canceled, the button can be used again. */
export function GoogleButton({ enabled, disabled = false, onProven }: ButtonProps) {
  const [waiting, setWaiting] = useState(false);
  const latest = useRef(0);
  const reasonId = useId();

  async function start() {
    const click = ++latest.current;
    // An abandoned click must not reset the button while a later one is in progress.
    const release = () => {
      if (click === latest.current) setWaiting(false);
    };
    setWaiting(true);
    const person = await signInToGoogle({ onClosed: release });
    const isDone = person !== null && (await onProven(person));
    if (!isDone) release();
  }

  return (
    <div>
      <Button
        variant="secondary"
        className="w-full"
        busy={waiting}
        busyLabel="Waiting for Google..."
        disabled={!enabled || disabled}
        aria-describedby={enabled ? undefined : reasonId}
        onClick={start}
      >
        <GoogleMark />
        Continue with Google
      </Button>
      {!enabled && (
        <p id={reasonId} className="field-hint text-center">
          Google sign-in isn't available
        </p>
      )}
    </div>
  );
}

/** Google's logo in its four required colors. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width={18} height={18} aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}
