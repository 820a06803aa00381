import { useEffect, useState } from 'react';
import type { PasskeyHandlers } from '../../lib/passkeys.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

interface Props extends PasskeyHandlers {
  ready: boolean;
  disabled: boolean;
}

const load = () => import('../../lib/passkeys.ts');

/**
 * Signs in with a passkey, through the button or the suggestions of the email field. The code loads
 * at the first interaction: opening the page alone sends no request.
 */
export function PasskeySignIn({ ready, disabled, ...handlers }: Props) {
  const [busy, setBusy] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers of any render work
  useEffect(() => {
    if (!ready) return;
    const suggest = () => void load().then((passkeys) => passkeys.suggestPasskeys(handlers));
    const listening = new AbortController();
    const options = { once: true, signal: listening.signal };
    addEventListener('pointermove', suggest, options);
    addEventListener('focusin', suggest, options);
    // A field that was focused before this script loaded.
    if (document.activeElement instanceof HTMLInputElement) suggest();
    return () => listening.abort();
  }, [ready]);

  const start = async () => {
    setBusy(true);
    await load()
      .then((passkeys) => passkeys.signInWithPasskey(handlers))
      .catch(handlers.onError);
    setBusy(false);
  };
  return <PasskeyButton className="mt-3" busy={busy} disabled={disabled} onClick={start} />;
}
