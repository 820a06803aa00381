import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { statusOf } from '../ui/request.ts';
import { type FormError, toFormError } from './FormAlert.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { Divider, type GoogleSetup, ProviderButtons } from './ProviderSignIn.tsx';

interface Props {
  email: string;
  google: GoogleSetup;
  onSettled: (isProven: boolean) => void;
}

export function ConfirmIdentity({ email, google, onSettled }: Props) {
  const hasPasskey = useHasPasskey();
  const available = { ...google, shown: google.shown && google.enabled };
  const prove = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      // 401: the session ended. The repeated call fails with the same status, and its caller
      // handles it.
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
      onPassword={(password) =>
        prove(() => call('POST /api/auth/reauthenticate', { body: { password } }))
      }
      onClose={() => onSettled(false)}
      alternative={(onError) => (
        <>
          {(hasPasskey || available.shown || available.others.length > 0) && <Divider>Or</Divider>}
          {hasPasskey && <Passkey prove={prove} onError={onError} />}
          <div className="grid gap-3">
            <ProviderButtons
              google={available}
              onProven={async ({ provider }) => {
                const proving = prove(() =>
                  call('POST /api/auth/reauthenticate', { body: { provider: provider.id } }),
                );
                await proving.catch((error) => onError(toFormError(error)));
                return false;
              }}
            />
          </div>
          <p className="mt-3 text-center text-soft text-sm">
            No password?{' '}
            <a className="link inline-flex min-h-11 items-center" href="/forgot-password">
              Choose one
            </a>
          </p>
        </>
      )}
    >
      You signed in a while ago as <strong className="font-semibold text-ink">{email}</strong>.
      Enter your password to continue.
    </PasswordDialog>
  );
}

function useHasPasskey(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    let ended = false;
    call('GET /api/auth/second-factor').then(
      ({ passkeys }) => !ended && setHas(passkeys > 0),
      // The password still works.
      () => undefined,
    );
    return () => {
      ended = true;
    };
  }, []);
  return has;
}

interface ButtonProps {
  prove: (work: () => Promise<unknown>) => Promise<void>;
  onError: (error: FormError) => void;
}

function Passkey({ prove, onError }: ButtonProps) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const { PasskeyCanceled, proveWithPasskey } = await import('../../lib/passkeys.ts');
    try {
      await prove(proveWithPasskey);
    } catch (error) {
      if (!(error instanceof PasskeyCanceled)) onError(toFormError(error));
      setBusy(false);
    }
  };
  return <PasskeyButton className="mb-3" busy={busy} onClick={start} />;
}
