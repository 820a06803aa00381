import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of a `file:` URL, or `undefined` if the database is on a server. */
export function databaseFile(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  return resolve(url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length));
}

/** Returns the problem with a `DATABASE_URL`, without repeating its password, or `undefined`. */
export function databaseUrlProblem(url: string): string | undefined {
  if (/^file:./.test(url)) return undefined;
  if (/^postgres(?:ql)?:/.test(url)) {
    return URL.canParse(url) ? undefined : 'must be postgres://USER:PASSWORD@HOST:PORT/NAME';
  }
  if (/^(?:libsql|https?|wss?):/.test(url)) {
    return 'is the address of a libSQL server, which Inkwell no longer supports. Use postgres://… instead';
  }
  return 'must be file:PATH or postgres://…';
}

/** Returns a URL for messages, without secrets. */
export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'the database';
  const shown = new URL(url);
  shown.password = '';
  // Parameters may contain a password, too.
  shown.search = '';
  return shown.href;
}
