import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** CBOR, as far as authenticators need it here. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 0xff]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as number)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** What a test can change about an answer. */
interface Answer {
  origin?: string;
  rpId?: string;
  /** Whether the authenticator checked who uses it. */
  isVerified?: boolean;
  /** The signature counter; 0 doesn't count. */
  counter?: number;
  userHandle?: string;
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

/** A security key in memory (WebAuthn, ES256, attestation "none"), with one passkey. */
export function createAuthenticator(siteUrl: string) {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const site = { origin: siteUrl, rpId: new URL(siteUrl).hostname };
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, origin: string) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const authenticatorData = (
    rpId: string,
    flags: number,
    counter: number,
    rest = Buffer.alloc(0),
  ) => {
    const fixed = Buffer.alloc(5);
    fixed.writeUInt8(flags);
    fixed.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), fixed, rest]);
  };
  const flagsOf = (isVerified: boolean) => FLAGS.present | (isVerified ? FLAGS.verified : 0);

  return {
    id: base64url(id),
    /** Answers what `startRegistration` would be asked. */
    create({ challenge, user }: CreationOptions, answer: Answer = {}) {
      const { origin, rpId, isVerified = true, counter = 0 } = { ...site, ...answer };
      userHandle = user.id;
      const key = cosePublicKey(publicKey);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const flags = flagsOf(isVerified) | FLAGS.attested;
      const authData = authenticatorData(rpId, flags, counter, attested);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64url(attestationObject),
          transports: ['usb'],
        },
      };
    },
    /** Answers what `startAuthentication` would be asked. */
    get({ challenge }: { challenge: string }, answer: Answer = {}) {
      const { origin, rpId, isVerified = true, counter = 0 } = { ...site, ...answer };
      const data = Buffer.from(clientData('webauthn.get', challenge, origin));
      const authData = authenticatorData(rpId, flagsOf(isVerified), counter);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
          userHandle: answer.userHandle ?? userHandle,
        },
      };
    },
  };
}

function cosePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}
