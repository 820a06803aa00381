type Statuses = [number, number, number, number, number];

/** A row of `ACCESS`, for calls whose address doesn't depend on the caller. */
interface FixedRow {
  what: string;
  route: string;
  call: () => [path: string, json?: unknown];
  expected: Statuses;
}

const everyone = (status: number): Statuses => [status, status, status, status, status];
const signedIn = (status: number): Statuses => [401, status, status, status, status];
const SIGNED_IN = signedIn(200);

const credential = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
};
const newCredential = {
  ...credential,
  response: { clientDataJSON: 'x', attestationObject: 'x' },
};

/** The calls about passkeys and second factors, by every caller. */
export const SECOND_FACTOR_ACCESS: FixedRow[] = [
  {
    what: 'list passkeys',
    route: 'GET /api/auth/passkeys',
    call: () => ['/api/auth/passkeys'],
    expected: SIGNED_IN,
  },
  {
    what: 'ask for a new passkey',
    route: 'POST /api/auth/passkeys/begin',
    call: () => ['/api/auth/passkeys/begin'],
    expected: SIGNED_IN,
  },
  {
    what: 'add a passkey that nobody asked for',
    route: 'POST /api/auth/passkeys',
    call: () => ['/api/auth/passkeys', { credential: newCredential }],
    expected: signedIn(400),
  },
  {
    what: 'rename a passkey that the caller does not have',
    route: 'PUT /api/auth/passkeys/:id',
    call: () => ['/api/auth/passkeys/none', { name: 'Mine' }],
    expected: signedIn(404),
  },
  {
    what: 'remove a passkey that the caller does not have',
    route: 'DELETE /api/auth/passkeys/:id',
    call: () => ['/api/auth/passkeys/none'],
    expected: signedIn(404),
  },
  {
    what: 'ask to sign in with a passkey',
    route: 'POST /api/auth/passkeys/signin/begin',
    call: () => ['/api/auth/passkeys/signin/begin'],
    expected: everyone(200),
  },
  {
    what: 'sign in with a passkey that nobody asked for',
    route: 'POST /api/auth/passkeys/signin',
    call: () => ['/api/auth/passkeys/signin', { credential }],
    expected: everyone(401),
  },
  {
    what: 'ask to confirm the identity with a passkey',
    route: 'POST /api/auth/passkeys/proof/begin',
    call: () => ['/api/auth/passkeys/proof/begin'],
    expected: SIGNED_IN,
  },
  {
    what: 'see the state of two-step verification',
    route: 'GET /api/auth/second-factor',
    call: () => ['/api/auth/second-factor'],
    expected: SIGNED_IN,
  },
  {
    what: 'enter an empty code',
    route: 'POST /api/auth/second-factor',
    call: () => ['/api/auth/second-factor', { code: ' ' }],
    expected: everyone(400),
  },
  {
    what: 'begin to set up two-step verification',
    route: 'POST /api/auth/second-factor/totp/begin',
    call: () => ['/api/auth/second-factor/totp/begin'],
    expected: SIGNED_IN,
  },
  {
    what: 'turn on two-step verification with an empty code',
    route: 'POST /api/auth/second-factor/totp',
    call: () => ['/api/auth/second-factor/totp', { code: ' ' }],
    expected: signedIn(400),
  },
  {
    what: 'turn off two-step verification that is off',
    route: 'DELETE /api/auth/second-factor/totp',
    call: () => ['/api/auth/second-factor/totp'],
    expected: signedIn(409),
  },
  {
    what: 'get recovery codes without two-step verification',
    route: 'POST /api/auth/second-factor/recovery-codes',
    call: () => ['/api/auth/second-factor/recovery-codes'],
    expected: signedIn(409),
  },
];
