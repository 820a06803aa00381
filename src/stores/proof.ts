import { atom } from 'nanostores';
import { ApiFailure, setFailureHandler } from '../lib/api.ts';

/** A call that the server refused until the user proves who is at the keyboard. */
interface ProofRequest {
  /** Ends the request: with `true` the call is repeated. */
  settle(isProven: boolean): void;
}

/** The open request, for the dialog; null when there is none. */
export const $proofRequest = atom<ProofRequest | null>(null);

/** Is it the refusal of a call that needs a proof of who is at the keyboard? */
function needsProof(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'reauthenticate';
}

let pending: Promise<boolean> | undefined;

/** Calls that ask at the same time share one dialog. */
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
 * Says that a dialog listens to `$proofRequest`: from now on, calls that need a proof ask for it. Returns
 * how to take that back.
 */
export function offerProofDialog(): () => void {
  setFailureHandler(async (error) => needsProof(error) && (await ask()));
  return () => {
    setFailureHandler(undefined);
    $proofRequest.get()?.settle(false);
  };
}
