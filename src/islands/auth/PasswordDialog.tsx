import { type ReactNode, type SubmitEvent, useId, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { PasswordField } from '../ui/Field.tsx';
import { FormAlert, type FormError, useSubmit } from './FormAlert.tsx';

interface Props {
  title: string;
  children: ReactNode;
  email: string;
  label: string;
  busyLabel: string;
  /** Sends the trimmed password. Errors that it throws are shown below the field. */
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
  /** Another way to confirm, below the form. `onError` shows an error in the form. */
  alternative?: (onError: (error: FormError) => void) => ReactNode;
}

/** Asks for the password of an account. Open while it is rendered. */
export function PasswordDialog(props: Props) {
  const { title, children, email, label, busyLabel, onPassword, onClose, alternative } = props;
  const alertId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { busy, error, submit, reject } = useSubmit(() => {
    field.current?.focus();
    field.current?.select();
  });

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const password = field.current?.value.trim() ?? '';
    if (password === '') reject({ message: 'Please enter your password.' });
    else void submit(() => onPassword(password));
  };

  return (
    <Dialog open onClose={onClose} title={title}>
      <p className="mt-2 text-soft text-sm [overflow-wrap:anywhere]">{children}</p>
      <form method="post" noValidate aria-busy={busy} className="mt-5" onSubmit={onSubmit}>
        {/* Tells password managers which account this is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          ref={field}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          errorId={error ? alertId : undefined}
        />
        <FormAlert id={alertId} error={error} />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" className="max-sm:grow" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" className="max-sm:grow" busy={busy} busyLabel={busyLabel}>
            {label}
          </Button>
        </div>
      </form>
      {alternative?.(reject)}
    </Dialog>
  );
}
