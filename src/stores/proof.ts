import { atom } from 'nanostores';

/** A call that the server refused until the user proves who is at the keyboard. */
interface ProofRequest {
  /** Ends the request: with `true` the call is repeated. */
  settle(isProven: boolean): void;
}

/** The open request, for the dialog; null when there is none. */
export const $proofRequest = atom<ProofRequest | null>(null);

let dialogs = 0;
let pending: Promise<boolean> | undefined;

/** Says that there is a dialog that listens to `$proofRequest`; returns how to take that back. */
export function offerProofDialog(): () => void {
  dialogs += 1;
  return () => {
    dialogs -= 1;
    if (dialogs === 0) $proofRequest.get()?.settle(false);
  };
}

/**
 * Asks the user to prove who they are. Returns whether they did; `false` at once on pages without the
 * dialog. Calls that ask at the same time share one dialog.
 */
export function askForProof(): Promise<boolean> {
  if (dialogs === 0) return Promise.resolve(false);
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
