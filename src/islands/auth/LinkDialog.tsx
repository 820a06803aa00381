import { PasswordDialog } from './PasswordDialog.tsx';

interface Props {
  /** What people call the provider. */
  provider: string;
  email: string;
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password of an account before someone's account at a provider is linked to it. */
export function LinkDialog({ provider, email, onPassword, onClose }: Props) {
  return (
    <PasswordDialog
      title={`Link your ${provider} account`}
      email={email}
      label="Link account"
      busyLabel="Linking..."
      onPassword={onPassword}
      onClose={onClose}
    >
      There's already an account for <strong className="font-semibold text-ink">{email}</strong>.
      Enter its password once, and you can sign in with {provider} from now on.
    </PasswordDialog>
  );
}
