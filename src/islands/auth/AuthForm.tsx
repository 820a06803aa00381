import { lazy, type ReactNode, type SubmitEvent, Suspense, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';
import {
  type AccountField,
  asksForCode,
  FormAlert,
  type FormError,
  useSubmit,
} from './FormAlert.tsx';
import { Divider, type GoogleSetup, ProviderSignIn } from './ProviderSignIn.tsx';

/** Loaded on demand, like the other forms that replace this one. */
const EmailLinkForm = lazy(async () => ({
  default: (await import('./EmailLinkForm.tsx')).EmailLinkForm,
}));
/** Loaded on demand because few accounts have it. */
const SecondFactorForm = lazy(async () => ({
  default: (await import('./SecondFactorForm.tsx')).SecondFactorForm,
}));

interface AlternativeProps {
  ready: boolean;
  disabled: boolean;
  clear: () => void;
  reject: (error: FormError) => void;
}

interface Props {
  label: string;
  busyLabel: string;
  /** Shown above the fields. */
  intro: ReactNode;
  /** Why the form can't be used, or `false`. */
  unavailable: string | false;
  fieldNames: readonly AccountField[];
  missing: string;
  google: GoogleSetup;
  /** The site sends mail. */
  mail: boolean;
  /** Returns the path to open after signing in. */
  returnTo: () => string;
  ready: boolean;
  /** The form was accepted and the next page is loading. */
  leaving: boolean;
  /** Sends the trimmed values. Errors that it throws are shown below the form. */
  onSubmit: (values: Record<AccountField, string>) => Promise<void>;
  onError?: (message: string) => void;
  /** Called with a user who signed in without using the fields. */
  onSignedIn: (user: User) => void;
  alternative?: ((form: AlternativeProps) => ReactNode) | undefined;
  /** Renders the fields. `errorId` returns the id of the alert if it is about the given field. */
  children: (errorId: (field: AccountField) => string | undefined) => ReactNode;
  footer: ReactNode;
}

/** Uncontrolled fields, so that values entered or filled in before the script loads are kept. */
export function AuthForm(props: Props) {
  const { label, busyLabel, unavailable, fieldNames, missing, google, leaving, onSubmit } = props;
  const ready = props.ready && !unavailable;
  const alertId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [asksCode, setAsksCode] = useState(false);
  /** What was typed as email, while the form for a link is shown. */
  const [linkTo, setLinkTo] = useState<string | null>(null);
  const linkButton = useRef<HTMLButtonElement>(null);
  const { busy, error, submit, reject, clear } = useSubmit(({ message, field }) => {
    props.onError?.(message);
    const input = field && form.current?.elements.namedItem(field);
    if (input instanceof HTMLElement) input.focus();
  });

  const onFormSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || leaving) return;
    const values = trimmedValues(event.currentTarget);
    const empty = fieldNames.find((name) => values[name] === '');
    if (empty) reject({ message: missing, field: empty });
    else void submit(() => onSubmit(values).catch(askCode));
  };
  const askCode = (error: unknown) => {
    if (!asksForCode(error)) throw error;
    setAsksCode(true);
  };

  if (asksCode) {
    return (
      <Suspense>
        <SecondFactorForm
          leaving={leaving}
          onSignedIn={props.onSignedIn}
          onBack={(reason) => {
            setAsksCode(false);
            if (reason) reject(reason);
          }}
        />
      </Suspense>
    );
  }
  const isOff = !ready || busy || leaving;
  const closeLinkForm = () => {
    flushSync(() => setLinkTo(null));
    linkButton.current?.focus();
  };
  return (
    <>
      {props.intro}
      {linkTo !== null && (
        <Suspense>
          <EmailLinkForm next={props.returnTo()} email={linkTo} onBack={closeLinkForm} />
        </Suspense>
      )}
      {/* Keeps what was typed. */}
      <div hidden={linkTo !== null}>
        {/* POST keeps the password out of the URL if the form is ever submitted without the
          script. */}
        <form ref={form} method="post" noValidate onSubmit={onFormSubmit} aria-busy={busy}>
          <div className="grid gap-5">
            {props.children((field) => (error?.field === field ? alertId : undefined))}
          </div>
          <Button
            type="submit"
            className={`mt-7 w-full ${props.ready ? '' : 'disabled:opacity-100'}`}
            busy={busy || leaving}
            busyLabel={busyLabel}
            disabled={!ready}
          >
            {label}
          </Button>
          <FormAlert id={alertId} error={unavailable ? { message: unavailable } : error} />
        </form>
        {props.alternative?.({ ready, disabled: isOff, clear, reject })}
        {(props.mail || google.shown || google.others.length > 0) && (
          <>
            <Divider>Or continue with</Divider>
            <div className="grid gap-3">
              {props.mail && (
                <Button
                  ref={linkButton}
                  variant="secondary"
                  disabled={isOff}
                  onClick={() => form.current && setLinkTo(trimmedValues(form.current).email)}
                >
                  <Icon name="mail" size={18} />
                  Continue with email
                </Button>
              )}
              <ProviderSignIn
                google={google}
                disabled={isOff}
                onStart={clear}
                onSignedIn={props.onSignedIn}
                onSecondFactor={() => setAsksCode(true)}
                onError={reject}
              />
            </div>
          </>
        )}
        <div className="mt-7 text-center text-soft text-sm">{props.footer}</div>
      </div>
    </>
  );
}

/** Passwords are trimmed, too (spec, section 5). */
function trimmedValues(form: HTMLFormElement): Record<AccountField, string> {
  const data = new FormData(form);
  const value = (name: AccountField) => String(data.get(name) ?? '').trim();
  return { username: value('username'), email: value('email'), password: value('password') };
}
