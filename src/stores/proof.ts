import { atom } from 'nanostores';
import { ApiFailure, setFailureHandler } from '../lib/api.ts';

/** A call that the server refused until the user confirms their identity. */
interface ProofRequest {
  /** With `true`, the call is sent again. */
  settle(isProven: boolean): void;
}

/** The open request, which the dialog shows. */
export const $proofRequest = atom<ProofRequest | null>(null);

function needsProof(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'reauthenticate';
}

let pending: Promise<boolean> | undefined;

/** Simultaneous calls share one dialog. */
function ask(): Promise<boolean> {
  pending ??= new Promise((resolve) => {
    $proofRequest.set({
      settle(isProven) {
        pending = undefined;
        $proofRequest.set(null);
        resolve(isProven);
      },
    });
  });
  return pending;
}

/**
 * Call it when a dialog shows `$proofRequest`: calls that need a proof then ask for it. Returns a
 * cleanup function.
 */
export function offerProofDialog(): () => void {
  setFailureHandler(async (error) => needsProof(error) && (await ask()));
  return () => {
    setFailureHandler(undefined);
    $proofRequest.get()?.settle(false);
  };
}
