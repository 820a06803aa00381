import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import type { User } from '../../lib/api.ts';
import { $proofRequest, offerProofDialog } from '../../stores/proof.ts';
import type { GoogleSetup } from './AuthForm.tsx';

/** Loaded when it is needed. */
const ConfirmIdentity = lazy(async () => ({
  default: (await import('./ConfirmIdentity.tsx')).ConfirmIdentity,
}));

interface Props {
  user: User;
  google: GoogleSetup;
}

/** On pages whose calls may need a proof of identity: shows the dialog that asks for it. */
export function ProofDialog({ user, google }: Props) {
  const request = useSyncExternalStore($proofRequest.listen, $proofRequest.get, () => null);
  useEffect(offerProofDialog, []);
  if (!request) return null;
  return (
    <Suspense>
      <ConfirmIdentity email={user.email} google={google} onSettled={request.settle} />
    </Suspense>
  );
}
