import { randomBytes } from 'node:crypto';

/** A new opaque id: 24 lower-case hex characters, the form that imported records already have. */
export function newId(): string {
  return randomBytes(12).toString('hex');
}
