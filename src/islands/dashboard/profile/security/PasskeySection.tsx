import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  MAX_PASSKEY_NAME_LENGTH,
  MAX_PASSKEYS,
  type Passkey,
} from '../../../../../api/contract/passkeys.ts';
import { Icon } from '../../../../icons/Icon.tsx';
import { call } from '../../../../lib/api.ts';
import type { SecondFactorProof } from '../../../../lib/passkeys.ts';
import { addPasskey, PasskeyCanceled } from '../../../../lib/passkeys.ts';
import { toast } from '../../../../stores/toasts.ts';
import { useFieldForm } from '../../../auth/useFieldForm.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormButtons } from '../../../ui/FormButtons.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { codeOf } from '../../../ui/request.ts';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { exactTime, relativeTime } from '../../../ui/time.ts';
import { useNow } from '../../../ui/useNow.ts';
import { keys, useSecondFactor } from '../../data.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { failureText, MethodRow, RemovalDialog, useSecurityRefresh } from './security.tsx';

/** The passkeys of the account. `isAvailable`: browsers offer passkeys at this address. */
export function PasskeySection({ isAvailable }: { isAvailable: boolean }) {
  const query = useQuery({
    queryKey: keys.passkeys,
    queryFn: ({ signal }) => call('GET /api/auth/passkeys', { signal }),
    staleTime: 0,
  });
  const passkeys = query.data?.passkeys;
  return (
    <>
      <p className="mb-3 text-soft text-sm">
        Sign in with your fingerprint, your face or a PIN instead of your password. A passkey works
        only on this site, so it can't be phished.
      </p>
      <Loaded
        compact
        query={query}
        skeleton={<RowsSkeleton count={1} />}
        title="Your passkeys couldn't be loaded"
      >
        {(list) => <PasskeyList {...list} />}
      </Loaded>
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
  const { data: status } = useSecondFactor({ isFresh: true });
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

function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const now = useNow();
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  if (passkeys.length === 0) return <p className="text-muted text-sm">You have no passkeys yet.</p>;
  return (
    <>
      <ul className="border-line border-t">
        {passkeys.map((passkey) => (
          <MethodRow
            key={passkey._id}
            id={`passkey-${passkey._id}`}
            title={passkey.name}
            chip={passkey.isBackedUp && 'Synced'}
            details={
              <>
                Added <time dateTime={passkey.createdAt}>{exactTime(passkey.createdAt)}</time>
                {passkey.lastUsedAt
                  ? `, used ${relativeTime(passkey.lastUsedAt, now)}`
                  : ', never used'}
              </>
            }
          >
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
          </MethodRow>
        ))}
      </ul>
      {renaming && <RenameDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      <RemovalDialog
        target={removing}
        title="Remove this passkey?"
        text={`You can't sign in with “${removing?.name}” anymore. Your device may still offer it until you delete it there, too.`}
        label="Remove it"
        remove={({ _id }, proof) => call('DELETE /api/auth/passkeys/:id', { id: _id, body: proof })}
        done={({ name }) => `The passkey “${name}” was removed.`}
        unchanged="The passkey wasn't removed."
        onClose={() => setRemoving(null)}
      />
    </>
  );
}

/** Open while it is rendered. */
function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refresh = useSecurityRefresh();
  const { form, control, alert, busy } = useFieldForm({
    missing: 'Please enter a name.',
    async onSubmit(name) {
      await call('PUT /api/auth/passkeys/:id', { id: passkey._id, body: { name } });
      refresh();
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title="Rename passkey">
      <form {...form} className="mt-5">
        <Field
          {...control}
          label="Name"
          name="name"
          autoComplete="off"
          defaultValue={passkey.name}
          maxLength={MAX_PASSKEY_NAME_LENGTH}
        />
        {alert}
        <FormButtons label="Save" busy={busy} busyLabel="Saving..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}
