import { type FormEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import type { GooglePerson, User } from '../../../api/contract/users.ts';
import { ApiFailure, api } from '../../lib/api.ts';
import { saveSuggestion } from '../../lib/tab-storage.ts';
import { Button } from '../ui/Button.tsx';
import { FormAlert } from './FormAlert.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { type AccountField, type Refusal, refusalOf } from './refusal.ts';

/** Few people ever see it. */
const LinkGoogle = lazy(async () => ({ default: (await import('./LinkGoogle.tsx')).LinkGoogle }));

/** What the page knows of Google sign-in. */
export interface GoogleSetup {
  /** The owner wants the button to be seen. */
  shown: boolean;
  enabled: boolean;
}

interface Props {
  label: string;
  busyLabel: string;
  /** In the order in which they stand in the form. */
  fieldNames: readonly AccountField[];
  /** What to say when one of them is empty. */
  missing: string;
  google: GoogleSetup;
  /** The form can be used. */
  ready: boolean;
  /** It has done its work, and the next page is on its way. */
  leaving: boolean;
  /** Sends the trimmed values. What it throws is shown under the form. */
  onSubmit: (values: Record<AccountField, string>) => Promise<void>;
  onRefused?: (message: string) => void;
  onGoogle: (user: User) => void;
  /** Renders the fields; `wrongBy` gives what the field of a name is wrong by. */
  children: (wrongBy: (field: AccountField) => string | undefined) => ReactNode;
  /** The way to the other form. */
  footer: ReactNode;
}

/**
 * The form of sign-in and sign-up. Its fields are the browser's own (not React's), so that what was typed or
 * filled in before the script was there counts.
 */
export function AuthForm(props: Props) {
  const { label, busyLabel, fieldNames, missing, google, ready, leaving, onSubmit } = props;
  const alertId = useId();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** Their account asks for its password before it is linked with Google. */
  const [linking, setLinking] = useState<GooglePerson | null>(null);

  const refuse = (reason: Refusal) => {
    setRefusal(reason);
    props.onRefused?.(reason.message);
    const wrong = reason.field && form.current?.elements.namedItem(reason.field);
    if (wrong instanceof HTMLElement) wrong.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current || leaving) return;
    const values = trimmedValues(event.currentTarget);
    const empty = fieldNames.find((name) => values[name] === '');
    if (empty) return refuse({ message: missing, field: empty });
    sending.current = true;
    setBusy(true);
    setRefusal(null);
    try {
      await onSubmit(values);
    } catch (error) {
      refuse(refusalOf(error));
    }
    sending.current = false;
    setBusy(false);
  };

  const signInWithGoogle = async (person: GooglePerson) => {
    const { user, suggestedUsername } = await api.google(person);
    if (suggestedUsername) saveSuggestion({ userId: user._id, username: suggestedUsername });
    props.onGoogle(user);
  };

  const welcome = async (person: GooglePerson): Promise<boolean> => {
    setRefusal(null);
    try {
      await signInWithGoogle(person);
      return true;
    } catch (error) {
      const code = error instanceof ApiFailure ? error.code : undefined;
      if (code === 'password_required') setLinking(person);
      else if (code === 'no_password') refuse(refusalOf(error));
      else console.info('Google sign-in:', error instanceof Error ? error.message : error);
      return false;
    }
  };

  const wrongBy = (field: AccountField) => (refusal?.field === field ? alertId : undefined);
  return (
    <>
      {/* Posted, should it ever be sent without us: a password must not get into an address. */}
      <form ref={form} method="post" noValidate onSubmit={submit} aria-busy={busy}>
        <div className="grid gap-5">{props.children(wrongBy)}</div>
        <Button
          type="submit"
          className={`mt-7 w-full ${ready ? '' : 'disabled:opacity-100'}`}
          busy={busy || leaving}
          busyLabel={busyLabel}
          disabled={!ready}
        >
          {label}
        </Button>
        <div className={refusal ? 'mt-4' : ''}>
          <FormAlert id={alertId} refusal={refusal} />
        </div>
        {google.shown && (
          <>
            <p className="my-6 flex items-center gap-4 text-muted text-sm before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
              Or continue with
            </p>
            <GoogleButton
              enabled={google.enabled}
              disabled={!ready || busy || leaving}
              onProven={welcome}
            />
          </>
        )}
        <div className="mt-7 text-center text-soft text-sm">{props.footer}</div>
      </form>
      {linking && (
        <Suspense>
          <LinkGoogle
            email={linking.email}
            onPassword={(password) => signInWithGoogle({ ...linking, password })}
            onClose={() => setLinking(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** spec.md section 5: inputs are trimmed. So is a password, here and where it is changed. */
function trimmedValues(form: HTMLFormElement): Record<AccountField, string> {
  const data = new FormData(form);
  const value = (name: AccountField) => String(data.get(name) ?? '').trim();
  return { username: value('username'), email: value('email'), password: value('password') };
}
