import { ApiFailure, api } from '../../lib/api.ts';
import type { GoogleSetup } from './AuthForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

interface Props {
  email: string;
  google: GoogleSetup;
  onSettled: (isProven: boolean) => void;
}

/** "Confirm it's you": asks who is at the keyboard, before something that can't be taken back. */
export function ConfirmIdentity({ email, google, onSettled }: Props) {
  const prove = async (proof: Parameters<typeof api.reauthenticate>[0]) => {
    try {
      await api.reauthenticate(proof);
    } catch (error) {
      // The session has ended. The call that is repeated says so, where it is known what to do.
      if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
    }
    onSettled(true);
  };
  return (
    <PasswordDialog
      title="Confirm it's you"
      email={email}
      label="Confirm"
      busyLabel="Confirming..."
      onPassword={(password) => prove({ password })}
      onClose={() => onSettled(false)}
      otherWay={
        google.shown && google.enabled
          ? (refuse) => (
              <>
                <p className="my-5 flex items-center gap-4 text-muted text-sm before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
                  Or
                </p>
                <GoogleButton
                  enabled
                  onProven={async () => {
                    await prove({ google: true }).catch(refuse);
                    return false;
                  }}
                />
              </>
            )
          : undefined
      }
    >
      You signed in a while ago as <strong className="font-semibold text-ink">{email}</strong>.
      Enter your password to continue.
    </PasswordDialog>
  );
}
