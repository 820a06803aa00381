import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { type Postgres, startPostgres, unprivileged } from './server.ts';

let folder: string;
let postgres: Postgres;

const file = (name: string) => join(folder, name);
const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-tls-'));
  chmodSync(folder, 0o755);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  for (const name of ['ca', 'other']) {
    const to = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
    openssl('req', '-x509', ...newKey, ...to, '-days', '2', '-subj', `/CN=${name}`);
  }
  openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=server');
  await writeFile(file('names'), 'subjectAltName=DNS:localhost\n');
  const ca = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...ca, '-out', 'server.crt', '-days', '2');
  // PostgreSQL refuses a key that others can read.
  chmodSync(file('server.key'), 0o600);
  const owner = unprivileged();
  if (owner) chownSync(file('server.key'), owner.uid, owner.gid);
  const files = [`ssl_cert_file=${file('server.crt')}`, `ssl_key_file=${file('server.key')}`];
  postgres = await startPostgres({ settings: ['ssl=on', ...files] });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Connects, and returns what went wrong. */
async function problem(parameters: string, host = 'localhost'): Promise<string | undefined> {
  const url = new URL(`${postgres.url('postgres')}?${parameters}`);
  url.hostname = host;
  const database = await openDatabase(url.href);
  try {
    await database.ping();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

const trusted = () => `sslrootcert=${file('ca.crt')}`;

describe('a certificate of an own authority', () => {
  test.each(['require', 'verify-ca', 'verify-full'])(
    'sslmode=%s: is accepted with sslrootcert, and refused without, with no warning',
    async (mode) => {
      const warnings: string[] = [];
      const onWarning = ({ message }: Error) => void warnings.push(message);
      process.on('warning', onWarning);
      onTestFinished(() => void process.off('warning', onWarning));
      expect(await problem(`sslmode=${mode}&${trusted()}`)).toBeUndefined();
      expect(await problem(`${trusted()}&sslmode=${mode}`)).toBeUndefined();
      expect(await problem(`sslmode=${mode}`)).toMatch(/^unable to verify the first certificate/);
      expect(await problem(`sslmode=${mode}&${trusted()}`, '127.0.0.1')).toMatch(
        /^Hostname\/IP does not match/,
      );
      expect(warnings).toEqual([]);
    },
  );

  test('a wrong authority, a missing file: one line that says so', async () => {
    const wrong = await problem(`sslmode=verify-full&sslrootcert=${file('other.crt')}`);
    expect(wrong).toMatch(/^unable to verify the first certificate[^\n]*$/);
    const missing = await problem(`sslmode=verify-full&sslrootcert=${file('none.crt')}`);
    expect(missing).toMatch(/^ENOENT[^\n]*none\.crt'$/);
  });

  test.each(['sslmode=no-verify', 'uselibpqcompat=true&sslmode=require'])(
    '%s: encrypts without a check',
    async (parameters) => {
      expect(await problem(parameters)).toBeUndefined();
    },
  );
});

test('a server without TLS is refused', async () => {
  const url = new URL(process.env.DATABASE_URL ?? '');
  url.pathname = 'postgres';
  url.search = 'sslmode=require';
  const database = await openDatabase(url.href);
  onTestFinished(() => database.close());
  await expect(database.ping()).rejects.toThrow('The server does not support SSL connections');
});
