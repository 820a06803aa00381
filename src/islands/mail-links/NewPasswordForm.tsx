import { type ReactNode, type SubmitEvent, useId, useRef } from 'react';
import { navigate } from '../../lib/navigate.ts';
import { signOutSuccess } from '../../stores/session.ts';
import { toastAfterNavigation } from '../../stores/toasts.ts';
import { FormAlert, useSubmit } from '../auth/FormAlert.tsx';
import { Button } from '../ui/Button.tsx';
import { PasswordField } from '../ui/Field.tsx';

interface Props {
  /** Of the account, for password managers. */
  email: string;
  /**
   * Sends the trimmed values. Returns the server's message, or null if it has shown the error
   * itself.
   */
  onSubmit: (password: string, values: FormData) => Promise<string | null>;
  /** Fields before the password. `errorId`: of the form's alert, while there is one. */
  children?: (errorId: string | undefined) => ReactNode;
}

/** Sets a new password, then opens the sign-in page. */
export function NewPasswordForm({ email, onSubmit, children }: Props) {
  const alertId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { busy, error, submit, reject } = useSubmit(({ field }) => {
    const input = form.current?.elements.namedItem(field ?? 'code');
    if (input instanceof HTMLElement) input.focus();
  });

  const onFormSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = new FormData(event.currentTarget);
    // Trimmed like at sign-in.
    const password = String(values.get('password') ?? '').trim();
    if (password === '') reject({ message: 'Please enter a new password.', field: 'password' });
    else {
      void submit(async () => {
        const message = await onSubmit(password, values);
        if (message === null) return;
        // Every session has ended, also this browser's.
        signOutSuccess();
        toastAfterNavigation(message);
        navigate('/signin', { replace: true });
      });
    }
  };
  const isAboutPassword = error?.field === 'password';
  return (
    <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onFormSubmit}>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-5">
        {children?.(error && !isAboutPassword ? alertId : undefined)}
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters"
          required
          errorId={isAboutPassword ? alertId : undefined}
        />
      </div>
      <Button type="submit" className="mt-7 w-full" busy={busy} busyLabel="Saving...">
        Set New Password
      </Button>
      <FormAlert id={alertId} error={error} />
    </form>
  );
}
