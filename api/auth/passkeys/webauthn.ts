/**
 * Loads the library with the first passkey: it takes time at the start, and most processes never
 * need it.
 */
export function webauthn() {
  return import('@simplewebauthn/server');
}
