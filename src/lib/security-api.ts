import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import type { IdentityList } from '../../api/contract/identities.ts';
import type {
  Passkey,
  RecoveryCodes,
  SecondFactorStatus,
  TotpSetup,
} from '../../api/contract/passkeys.ts';
import type { Success } from '../../api/contract/responses.ts';
import type { OwnerSettings } from '../../api/contract/settings.ts';
import type { User } from '../../api/contract/users.ts';
import { type CallOptions, json } from './api.ts';

const id = encodeURIComponent;

/**
 * Proof for a change of two-step verification: a code from the app, a recovery code, or a passkey.
 */
export type SecondFactorProof = { code: string } | { passkey: AuthenticationResponseJSON };

/**
 * The calls about passkeys, linked accounts and second factors, apart from the others: most pages
 * never make them.
 */
export const securityApi = {
  beginPasskeySignIn: () =>
    json<PublicKeyCredentialRequestOptionsJSON>('POST /api/auth/passkeys/signin/begin'),
  passkeySignIn: (credential: AuthenticationResponseJSON) =>
    json<Success & { user: User }>('POST /api/auth/passkeys/signin', { body: { credential } }),
  /** Completes a sign-in with a code from an authenticator app, or a recovery code. */
  secondFactor: (code: string) =>
    json<Success & { user: User }>('POST /api/auth/second-factor', { body: { code } }),
  beginPasskeyProof: () =>
    json<PublicKeyCredentialRequestOptionsJSON>('POST /api/auth/passkeys/proof/begin'),

  passkeys: (options?: CallOptions) =>
    json<{ passkeys: Passkey[] }>('GET /api/auth/passkeys', options),
  beginPasskey: (proof: SecondFactorProof | Record<string, never>) =>
    json<PublicKeyCredentialCreationOptionsJSON>('POST /api/auth/passkeys/begin', { body: proof }),
  addPasskey: (credential: RegistrationResponseJSON) =>
    json<Passkey>('POST /api/auth/passkeys', { body: { credential } }),
  renamePasskey: (passkeyId: string, name: string) =>
    json<Passkey>(`PUT /api/auth/passkeys/${id(passkeyId)}`, { body: { name } }),
  removePasskey: (passkeyId: string, body?: SecondFactorProof) =>
    json<Success>(`DELETE /api/auth/passkeys/${id(passkeyId)}`, { body }),

  identities: (options?: CallOptions) => json<IdentityList>('GET /api/auth/identities', options),
  linkIdentity: (provider: string) =>
    json<Success>('POST /api/auth/identities', { body: { provider } }),
  unlinkIdentity: (identityId: string, body?: SecondFactorProof) =>
    json<Success>(`DELETE /api/auth/identities/${id(identityId)}`, { body }),

  secondFactorStatus: (options?: CallOptions) =>
    json<SecondFactorStatus>('GET /api/auth/second-factor', options),
  beginTotp: () => json<TotpSetup>('POST /api/auth/second-factor/totp/begin'),
  finishTotp: (code: string) =>
    json<RecoveryCodes>('POST /api/auth/second-factor/totp', { body: { code } }),
  turnTotpOff: (proof: SecondFactorProof) =>
    json<Success>('DELETE /api/auth/second-factor/totp', { body: proof }),
  settings: (options?: CallOptions) => json<OwnerSettings>('GET /api/settings', options),
  changeSettings: (body: Partial<OwnerSettings>) =>
    json<OwnerSettings>('PUT /api/settings', { body }),
  renewRecoveryCodes: (proof: SecondFactorProof) =>
    json<RecoveryCodes>('POST /api/auth/second-factor/recovery-codes', { body: proof }),
};
