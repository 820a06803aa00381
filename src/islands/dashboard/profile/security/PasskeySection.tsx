import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_PASSKEYS, type Passkey } from '../../../../../api/contract/passkeys.ts';
import { Icon } from '../../../../icons/Icon.tsx';
import { addPasskey, PasskeyCanceled } from '../../../../lib/passkeys.ts';
import { type SecondFactorProof, securityApi } from '../../../../lib/security-api.ts';
import { toast } from '../../../../stores/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/list-states.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { exactTime, relativeTime, useNow } from '../../../ui/time.ts';
import { keys } from '../../data.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { failureText } from './failure-text.ts';
import { RemovePasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx';
import { useSecondFactor } from './useSecondFactor.ts';
import { useSecurityRefresh } from './useSecurityRefresh.ts';

/** The passkeys of the account. `isAvailable`: browsers offer passkeys at this address. */
export function PasskeySection({ isAvailable }: { isAvailable: boolean }) {
  const query = useQuery({
    queryKey: keys.passkeys,
    queryFn: ({ signal }) => securityApi.passkeys({ signal }),
    staleTime: 0,
  });
  const passkeys = query.data?.passkeys;
  return (
    <>
      <p className="mb-3 text-soft text-sm">
        Sign in with your fingerprint, your face or a PIN instead of your password. A passkey works
        only on this site, so it can't be phished.
      </p>
      {query.isPending && <RowsSkeleton count={1} />}
      {query.isError && !passkeys && (
        <ErrorState
          compact
          title="Your passkeys couldn't be loaded"
          onRetry={() => void query.refetch()}
        />
      )}
      {passkeys && <PasskeyList passkeys={passkeys} />}
      {isAvailable ? (
        <AddPasskey isFull={passkeys !== undefined && passkeys.length >= MAX_PASSKEYS} />
      ) : (
        <p className="mt-3 text-muted text-sm">
          Passkeys need HTTPS and a domain name. This site doesn't have both.
        </p>
      )}
    </>
  );
}

function AddPasskey({ isFull }: { isFull: boolean }) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const refresh = useSecurityRefresh();
  const { data: status } = useSecondFactor();
  const add = async (proof?: SecondFactorProof) => {
    const { name } = await addPasskey(proof);
    toast(`The passkey “${name}” was added.`);
    refresh();
  };
  const start = async () => {
    if (status?.totp) return setAsking(true);
    setBusy(true);
    try {
      await add();
    } catch (error) {
      if (!(error instanceof PasskeyCanceled)) {
        toast(failureText(error, 'No passkey was added.'), 'error');
      }
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        variant="secondary"
        className="mt-4"
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
          onProof={async (proof) => {
            await add(proof).catch((error) => {
              if (!(error instanceof PasskeyCanceled)) throw error;
            });
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          A passkey signs in without a code, so confirm with your second factor first.
        </CodeDialog>
      )}
    </>
  );
}

function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const now = useNow();
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  if (passkeys.length === 0) return <p className="text-muted text-sm">You have no passkeys yet.</p>;
  return (
    <>
      <ul className="border-line border-t">
        {passkeys.map((passkey) => (
          <li
            key={passkey._id}
            className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b py-2"
          >
            <div className="min-w-40 grow text-sm">
              <p id={`passkey-${passkey._id}`} className="font-medium [overflow-wrap:anywhere]">
                {passkey.name}
                {passkey.isBackedUp && <span className="chip ml-2">Synced</span>}
              </p>
              <p className="mt-0.5 text-muted text-xs">
                Added <time dateTime={passkey.createdAt}>{exactTime(passkey.createdAt)}</time>
                {passkey.lastUsedAt
                  ? `, used ${relativeTime(passkey.lastUsedAt, now)}`
                  : ', never used'}
              </p>
            </div>
            <Button
              variant="quiet"
              small
              aria-describedby={`passkey-${passkey._id}`}
              onClick={() => setRenaming(passkey)}
            >
              Rename
            </Button>
            <Button
              variant="quiet"
              small
              className="text-danger"
              aria-describedby={`passkey-${passkey._id}`}
              onClick={() => setRemoving(passkey)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
