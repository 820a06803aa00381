import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { PasswordField } from '../ui/Field.tsx';
import { FormButtons } from '../ui/FormButtons.tsx';
import type { FormError } from './FormAlert.tsx';
import { useFieldForm } from './useFieldForm.tsx';

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
  const { form, control, alert, busy, reject } = useFieldForm({
    missing: 'Please enter your password.',
    onSubmit: onPassword,
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <p className="mt-2 text-soft text-sm [overflow-wrap:anywhere]">{children}</p>
      <form {...form} className="mt-5">
        {/* Tells password managers which account this is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...control}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
        />
        {alert}
        <FormButtons label={label} busy={busy} busyLabel={busyLabel} onCancel={onClose} />
      </form>
      {alternative?.(reject)}
    </Dialog>
  );
}
