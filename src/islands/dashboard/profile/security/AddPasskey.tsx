import { useState } from 'react';
import { Icon } from '../../../../icons/Icon.tsx';
import type { SecondFactorProof } from '../../../../lib/passkeys.ts';
import { addPasskey, PasskeyCanceled } from '../../../../lib/passkeys.ts';
import { toast } from '../../../../stores/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { codeOf } from '../../../ui/request.ts';
import { useSecondFactor } from '../../data.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { failureText, useSecurityRefresh } from './security.tsx';

interface Props {
  /** No passkey can be added. */
  isFull: boolean;
  onAdded?: () => void;
}

/** The button that adds a passkey of this device to the account. */
export function AddPasskey({ isFull, onAdded }: Props) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const refresh = useSecurityRefresh();
  const { data: status } = useSecondFactor({ isFresh: true });
  const add = async (proof?: SecondFactorProof) => {
    const { name } = await addPasskey(proof);
    toast(`The passkey “${name}” was added.`);
    refresh();
    onAdded?.();
  };
  const start = async () => {
    if (status?.totp) return setAsking(true);
    setBusy(true);
    try {
      await add();
    } catch (error) {
      // Turned on in another browser since the page was opened.
      if (codeOf(error) === 'second_factor') setAsking(true);
      else if (!(error instanceof PasskeyCanceled)) {
        toast(failureText(error, 'No passkey was added.'), 'error');
      }
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        variant="secondary"
        busy={busy}
        busyLabel="Waiting for your device..."
        disabled={isFull}
        onClick={start}
      >
        <Icon name="user-lock" size={16} />
        Add a passkey
      </Button>
      {asking && (
        <CodeDialog
          title="Add a passkey"
          label="Continue"
          hasPasskey={(status?.passkeys ?? 0) > 0}
          onProof={(proof) =>
            add(proof).catch((error) => {
              if (!(error instanceof PasskeyCanceled)) throw error;
            })
          }
          onClose={() => setAsking(false)}
        >
          A passkey signs in without a code, so confirm with your second factor first.
        </CodeDialog>
      )}
    </>
  );
}
