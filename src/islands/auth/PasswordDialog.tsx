import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { PasswordField } from '../ui/Field.tsx';
import { FormAlert } from './FormAlert.tsx';
import { type Refusal, refusalOf } from './refusal.ts';

interface Props {
  title: string;
  /** What the password is asked for. */
  children: ReactNode;
  /** Of the account whose password it is. */
  email: string;
  label: string;
  busyLabel: string;
  /** Sends the trimmed password. What it throws is shown under the field. */
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
  /** Another way, below the form; it can say what went wrong. */
  otherWay?: (refuse: (error: unknown) => void) => ReactNode;
}

/** Asks for the password of an account; open for as long as it is rendered. */
export function PasswordDialog(props: Props) {
  const { title, children, email, label, busyLabel, onPassword, onClose, otherWay } = props;
  const alertId = useId();
  const field = useRef<HTMLInputElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const refuse = (reason: Refusal) => {
    setRefusal(reason);
    field.current?.focus();
    field.current?.select();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    // Trimmed as everywhere in the forms of the site.
    const password = field.current?.value.trim() ?? '';
    if (password === '') return refuse({ message: 'Please enter your password.' });
    sending.current = true;
    setBusy(true);
    setRefusal(null);
    try {
      await onPassword(password);
    } catch (error) {
      refuse(refusalOf(error));
    }
    sending.current = false;
    setBusy(false);
  };

  return (
    <Dialog open onClose={onClose} title={title}>
      <p className="mt-2 text-soft text-sm [overflow-wrap:anywhere]">{children}</p>
      <form method="post" noValidate aria-busy={busy} className="mt-5" onSubmit={submit}>
        {/* For password managers: which account it is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          ref={field}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          wrongBy={refusal ? alertId : undefined}
        />
        <div className={refusal ? 'mt-4' : ''}>
          <FormAlert id={alertId} refusal={refusal} />
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} busyLabel={busyLabel}>
            {label}
          </Button>
        </div>
      </form>
      {otherWay?.((error) => refuse(refusalOf(error)))}
    </Dialog>
  );
}
