import { PasswordDialog } from './PasswordDialog.tsx';

interface Props {
  email: string;
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Somebody signs in with Google for the first time whose account has a proven email and a password. */
export function LinkGoogle({ email, onPassword, onClose }: Props) {
  return (
    <PasswordDialog
      title="Link your Google account"
      email={email}
      label="Link account"
      busyLabel="Linking..."
      onPassword={onPassword}
      onClose={onClose}
    >
      There's already an account for <strong className="font-semibold text-ink">{email}</strong>.
      Enter its password once, and from then on you can sign in with Google.
    </PasswordDialog>
  );
}
