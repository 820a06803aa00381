import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { GOOGLE, providerPath, type SignInProvider } from '../../../api/contract/identities.ts';
import type { User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import { ApiFailure, call } from '../../lib/api.ts';
import { type GooglePerson, signInAt } from '../../lib/provider-popup.ts';
import { saveSuggestion } from '../../lib/tab-storage.ts';
import { Button } from '../ui/Button.tsx';
import { asksForCode, type FormError, toFormError } from './FormAlert.tsx';

/** Loaded on demand because few people ever see it. */
const LinkDialog = lazy(async () => ({
  default: (await import('./LinkDialog.tsx')).LinkDialog,
}));

export interface GoogleSetup {
  /** The owner wants the button to be shown. */
  shown: boolean;
  enabled: boolean;
  /** Providers next to Google. */
  others: readonly SignInProvider[];
}

interface SignInProps {
  google: GoogleSetup;
  disabled: boolean;
  /** Called with each new proof of identity. */
  onStart: () => void;
  onSignedIn: (user: User) => void;
  /** Called for an account that also needs a code. */
  onSecondFactor: () => void;
  onError: (error: FormError) => void;
}

/** Every provider has the same calls as Google. */
const routeOf = ({ id }: SignInProvider) => `POST ${providerPath(id)}` as 'POST /api/auth/google';

/** A person who signed in at a provider, but whose account here needs its password. */
interface Linking {
  provider: SignInProvider;
  person: GooglePerson;
}

/** Signs in with a provider. An account with a password asks for it once before it is linked. */
export function ProviderSignIn(props: SignInProps) {
  const { google, disabled, onStart, onSignedIn, onSecondFactor, onError } = props;
  const [linking, setLinking] = useState<Linking | null>(null);

  const signIn = async ({ provider, person }: Linking) => {
    try {
      const { user, suggestedUsername } = await call(routeOf(provider), { body: person });
      if (suggestedUsername) saveSuggestion({ userId: user._id, username: suggestedUsername });
      onSignedIn(user);
    } catch (error) {
      if (!asksForCode(error)) throw error;
      onSecondFactor();
    }
  };
  const onProven = async (proof: Linking): Promise<boolean> => {
    onStart();
    try {
      await signIn(proof);
      return true;
    } catch (error) {
      const code = error instanceof ApiFailure ? error.code : undefined;
      if (code === 'password_required') setLinking(proof);
      // Other failures with Google are only logged (spec, section 8).
      else if (code === 'no_password' || proof.provider !== GOOGLE) onError(toFormError(error));
      else console.info('Google sign-in:', error instanceof Error ? error.message : error);
      return false;
    }
  };

  return (
    <>
      <ProviderButtons google={google} disabled={disabled} onProven={onProven} />
      {linking && (
        <Suspense>
          <LinkDialog
            provider={linking.provider.name}
            email={linking.person.email}
            onPassword={(password) =>
              signIn({ ...linking, person: { ...linking.person, password } })
            }
            onClose={() => setLinking(null)}
          />
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

interface ButtonsProps {
  google: GoogleSetup;
  disabled?: boolean;
  /** If it resolves to `true`, the button stays busy while the next page loads. */
  onProven: (proof: Linking) => Promise<boolean>;
}

/** A button for each provider, Google first. */
export function ProviderButtons({ google, disabled = false, onProven }: ButtonsProps) {
  const providers = google.shown ? [GOOGLE, ...google.others] : google.others;
  return providers.map((provider) => (
    <ProviderButton
      key={provider.id}
      provider={provider}
      enabled={provider !== GOOGLE || google.enabled}
      disabled={disabled}
      onProven={(person) => onProven({ provider, person })}
    >
      Continue with {provider.name}
    </ProviderButton>
  ));
}

interface ButtonProps {
  provider: SignInProvider;
  enabled?: boolean;
  disabled?: boolean;
  className?: string;
  onProven: (person: GooglePerson) => Promise<boolean>;
  children: ReactNode;
}

/** Opens the provider's popup. If that fails or is canceled, the button can be used again. */
export function ProviderButton(props: ButtonProps) {
  const { provider, enabled = true, disabled = false, className = 'w-full', onProven } = props;
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
    const person = await signInAt(provider, { onClosed: release });
    const isDone = person !== null && (await onProven(person));
    if (!isDone) release();
  }

  return (
    <div>
      <Button
        variant="secondary"
        className={className}
        busy={waiting}
        busyLabel={`Waiting for ${provider.name}...`}
        disabled={!enabled || disabled}
        aria-describedby={enabled ? undefined : reasonId}
        onClick={start}
      >
        {provider.id === GOOGLE.id ? <GoogleMark /> : <Icon name="user-round" size={18} />}
        {props.children}
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
