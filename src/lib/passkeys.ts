import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Passkey } from '../../api/contract/passkeys.ts';
import type { User } from '../../api/contract/users.ts';
import { ApiFailure, call } from './api.ts';

/**
 * Proof for a change of two-step verification: a code from the app, a recovery code, or a passkey.
 */
export type SecondFactorProof = { code: string } | { passkey: AuthenticationResponseJSON };

/** A challenge lasts five minutes. */
const RENEW_MS = 4 * 60_000;

const UNSUPPORTED = "This browser doesn't support passkeys.";

/** The user closed the browser's dialog, or it timed out. */
export class PasskeyCanceled extends Error {}

/** Turns the errors of WebAuthn into messages for people, and cancels into PasskeyCanceled. */
async function understandably<T>(work: () => Promise<T>): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new Error(UNSUPPORTED);
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    const { name, code } = error as { name?: string; code?: unknown };
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCanceled();
    throw new Error(error instanceof WebAuthnError ? messageOf(code) : UNSUPPORTED);
  }
}

function messageOf(code: unknown): string {
  switch (code) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return 'This device already has a passkey for your account.';
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return "Passkeys don't work at this address of the site.";
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
      return "This device can't store a passkey that is protected by a PIN, fingerprint or face.";
    default:
      return "The passkey couldn't be used. Please try again.";
  }
}

export interface PasskeyHandlers {
  /** Called with each attempt. */
  onStart: () => void;
  onSignedIn: (user: User) => void;
  onError: (error: unknown) => void;
}

/**
 * Signs in with a passkey that the user picks in the browser's dialog. Canceling isn't an error.
 */
export async function signInWithPasskey(handlers: PasskeyHandlers): Promise<void> {
  handlers.onStart();
  try {
    const credential = await understandably(async () => {
      const optionsJSON = await call('POST /api/auth/passkeys/signin/begin');
      return await startAuthentication({ optionsJSON });
    });
    handlers.onSignedIn(
      (await call('POST /api/auth/passkeys/signin', { body: { credential } })).user,
    );
  } catch (error) {
    if (!(error instanceof PasskeyCanceled)) handlers.onError(error);
    // The dialog has ended the suggestions.
    resumeSuggestions?.();
  }
}

/** Asks for one of the user's passkeys as proof of identity. */
export async function signProof(): Promise<AuthenticationResponseJSON> {
  return await understandably(async () => {
    const optionsJSON = await call('POST /api/auth/passkeys/proof/begin');
    return await startAuthentication({ optionsJSON });
  });
}

/** Makes the session fresh with one of the user's passkeys. */
export async function proveWithPasskey(): Promise<void> {
  await call('POST /api/auth/reauthenticate', { body: { passkey: await signProof() } });
}

/**
 * Creates a passkey on a device that the user picks. `proof`: needed while two-step verification is
 * on.
 */
export async function addPasskey(proof?: SecondFactorProof): Promise<Passkey> {
  // Not in `understandably`: it may ask the user to confirm their identity.
  const optionsJSON = await call('POST /api/auth/passkeys/begin', { body: proof });
  const credential = await understandably(() => startRegistration({ optionsJSON }));
  return await call('POST /api/auth/passkeys', { body: { credential } });
}

/** Set once there are suggestions. */
let resumeSuggestions: (() => void) | undefined;

/** Offers passkeys among the suggestions of the email field, as long as the page is open. */
export async function suggestPasskeys(handlers: PasskeyHandlers): Promise<void> {
  if (resumeSuggestions || !browserSupportsWebAuthn()) return;
  resumeSuggestions = () => void suggest(handlers);
  if (await browserSupportsWebAuthnAutofill()) await suggest(handlers);
  else resumeSuggestions = undefined;
}

async function suggest(handlers: PasskeyHandlers): Promise<void> {
  for (;;) {
    const answer = await suggestOnce();
    if (answer === 'stop') return;
    if (answer === 'renew') continue;
    handlers.onStart();
    try {
      return handlers.onSignedIn(
        (await call('POST /api/auth/passkeys/signin', { body: { credential: answer } })).user,
      );
    } catch (error) {
      handlers.onError(error);
    }
  }
}

async function suggestOnce(): Promise<AuthenticationResponseJSON | 'renew' | 'stop'> {
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let isRenewing = false;
  try {
    const optionsJSON = await call('POST /api/auth/passkeys/signin/begin');
    renewal = setTimeout(() => {
      isRenewing = true;
      WebAuthnAbortService.cancelCeremony();
    }, RENEW_MS);
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  } catch {
    // Suggestions are an extra: the form works without them. The button's dialog ends them, too.
    return isRenewing ? 'renew' : 'stop';
  } finally {
    clearTimeout(renewal);
  }
}
