import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  MAX_PASSKEY_NAME_LENGTH,
  MAX_PASSKEYS,
  type Passkey,
} from '../../../../../api/contract/passkeys.ts';
import { call } from '../../../../lib/api.ts';
import { useFieldForm } from '../../../auth/useFieldForm.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormButtons } from '../../../ui/FormButtons.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { exactTime, relativeTime } from '../../../ui/time.ts';
import { useNow } from '../../../ui/useNow.ts';
import { keys } from '../../data.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { MethodRow, RemovalDialog, useSecurityRefresh } from './security.tsx';

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
        <div className="mt-4">
          <AddPasskey isFull={passkeys !== undefined && passkeys.length >= MAX_PASSKEYS} />
        </div>
      ) : (
        <p className="mt-3 text-muted text-sm">
          Passkeys need HTTPS and a domain name. This site doesn't have both.
        </p>
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
