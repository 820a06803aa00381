/** Loads the library on first use: it slows the start, and most processes never need it. */
export function webauthn() {
  return import('@simplewebauthn/server');
}
