import { api } from '../../lib/api.ts';
import { statusOf } from '../ui/request.ts';
import { toFormError } from './FormAlert.tsx';
import { Divider, GoogleButton, type GoogleSetup } from './GoogleSignIn.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

interface Props {
  email: string;
  google: GoogleSetup;
  onSettled: (isProven: boolean) => void;
}

export function ConfirmIdentity({ email, google, onSettled }: Props) {
  const prove = async (proof: Parameters<typeof api.reauthenticate>[0]) => {
    try {
      await api.reauthenticate(proof);
    } catch (error) {
      // 401: the session ended. The repeated call fails with the same status, and its caller handles it.
      if (statusOf(error) !== 401) throw error;
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
      alternative={(onError) =>
        google.shown &&
        google.enabled && (
          <>
            <Divider>Or</Divider>
            <GoogleButton
              enabled
              onProven={async () => {
                await prove({ google: true }).catch((error) => onError(toFormError(error)));
                return false;
              }}
            />
          </>
        )
      }
    >
      You signed in a while ago as <strong className="font-semibold text-ink">{email}</strong>.
      Enter your password to continue.
    </PasswordDialog>
  );
}
