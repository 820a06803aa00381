import { useEffect, useState } from 'react';
import type { User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';

interface Props {
  /** The form can be used. */
  ready: boolean;
  disabled: boolean;
  onStart: () => void;
  onSignedIn: (user: User) => void;
  onError: (error: unknown) => void;
}

/** Loaded on demand: the form works without it. */
const load = () => import('../../lib/passkeys.ts');

/** Signs in with a passkey, by a button or among the suggestions of the email field. */
export function PasskeySignIn(props: Props) {
  const { ready, disabled, onStart, onSignedIn, onError } = props;
  const [busy, setBusy] = useState(false);
  /** The button ends the suggestions. Another round starts them again. */
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only these start it again
  useEffect(() => {
    if (!ready || typeof PublicKeyCredential === 'undefined') return;
    const abort = new AbortController();
    void suggest(abort.signal, props);
    return () => abort.abort();
  }, [ready, round]);

  async function start() {
    setBusy(true);
    onStart();
    try {
      const { signInWithPasskey } = await load();
      onSignedIn(await signInWithPasskey());
    } catch (error) {
      const { PasskeyCanceled } = await load();
      if (!(error instanceof PasskeyCanceled)) onError(error);
      setRound((before) => before + 1);
    }
    setBusy(false);
  }

  return (
    <Button
      variant="secondary"
      className="mt-3 w-full"
      busy={busy}
      busyLabel="Waiting for your passkey..."
      disabled={disabled}
      onClick={start}
    >
      <Icon name="key-round" size={18} />
      Use a passkey
    </Button>
  );
}

async function suggest(
  signal: AbortSignal,
  { onStart, onSignedIn, onError }: Pick<Props, 'onStart' | 'onSignedIn' | 'onError'>,
): Promise<void> {
  const { finishPasskeySignIn, suggestedPasskeys } = await load();
  for await (const credential of suggestedPasskeys(signal)) {
    onStart();
    try {
      return onSignedIn(await finishPasskeySignIn(credential));
    } catch (error) {
      onError(error);
    }
  }
}
