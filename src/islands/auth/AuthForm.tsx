import { type ReactNode, type SubmitEvent, useId, useRef } from 'react';
import type { User } from '../../../api/contract/users.ts';
import { Button } from '../ui/Button.tsx';
import { type AccountField, FormAlert, useSubmit } from './FormAlert.tsx';
import { type GoogleSetup, GoogleSignIn } from './GoogleSignIn.tsx';

interface Props {
  label: string;
  busyLabel: string;
  /** Why the form can't be used, or `false`. */
  unavailable: string | false;
  fieldNames: readonly AccountField[];
  missing: string;
  google: GoogleSetup;
  ready: boolean;
  /** The form was accepted and the next page is loading. */
  leaving: boolean;
  /** Sends the trimmed values. Errors that it throws are shown below the form. */
  onSubmit: (values: Record<AccountField, string>) => Promise<void>;
  onError?: (message: string) => void;
  onGoogle: (user: User) => void;
  /** Renders the fields. `errorId` returns the id of the alert if it is about the given field. */
  children: (errorId: (field: AccountField) => string | undefined) => ReactNode;
  footer: ReactNode;
}

/** Uncontrolled fields, so that values entered or filled in before the script loads count. */
export function AuthForm(props: Props) {
  const { label, busyLabel, unavailable, fieldNames, missing, google, leaving, onSubmit } = props;
  const ready = props.ready && !unavailable;
  const alertId = useId();
  const form = useRef<HTMLFormElement>(null);
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
    else void submit(() => onSubmit(values));
  };

  return (
    <>
      {/* POST keeps the password out of the URL if the form is ever submitted without the script. */}
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
      {google.shown && (
        <GoogleSignIn
          enabled={google.enabled}
          disabled={!ready || busy || leaving}
          onStart={clear}
          onSignedIn={props.onGoogle}
          onError={reject}
        />
      )}
      <div className="mt-7 text-center text-soft text-sm">{props.footer}</div>
    </>
  );
}

/** Passwords are trimmed, too (spec, section 5). */
function trimmedValues(form: HTMLFormElement): Record<AccountField, string> {
  const data = new FormData(form);
  const value = (name: AccountField) => String(data.get(name) ?? '').trim();
  return { username: value('username'), email: value('email'), password: value('password') };
}
