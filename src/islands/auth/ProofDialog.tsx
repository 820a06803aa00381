import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import type { User } from '../../../api/contract/users.ts';
import { $proofRequest, offerProofDialog } from '../../stores/proof.ts';
import type { GoogleSetup } from './ProviderSignIn.tsx';

const ConfirmIdentity = lazy(async () => ({
  default: (await import('./ConfirmIdentity.tsx')).ConfirmIdentity,
}));

/** Shows the "Confirm it's you" dialog when an API call on this page requires it. */
export function ProofDialog({ user, google }: { user: User; google: GoogleSetup }) {
  const request = useSyncExternalStore($proofRequest.listen, $proofRequest.get, () => null);
  useEffect(offerProofDialog, []);
  if (!request) return null;
  return (
    <Suspense>
      <ConfirmIdentity email={user.email} google={google} onSettled={request.settle} />
    </Suspense>
  );
}
