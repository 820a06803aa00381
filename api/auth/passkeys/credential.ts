import { z } from 'zod';

const base64url = z
  .string('The answer of the passkey is incomplete.')
  .regex(/^[\w-]+$/, 'The answer of the passkey is not valid.');

/** WebAuthn allows 1,023 bytes. */
const MAX_ID_LENGTH = 1364;

const common = {
  id: base64url.max(MAX_ID_LENGTH),
  rawId: base64url.max(MAX_ID_LENGTH),
  type: z.literal('public-key'),
  clientExtensionResults: z
    .custom<object>((value) => typeof value === 'object' && value !== null)
    .default({}),
};

/** The result of `startRegistration`. */
export const newCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});

/** The result of `startAuthentication`. */
export const assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

export type NewCredential = z.output<typeof newCredential>;
export type Assertion = z.output<typeof assertion>;
