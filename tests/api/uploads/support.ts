import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import { createSessions } from '../../../api/access/sessions.ts';
import type { Caller } from '../../../api/access/write.ts';
import { createApp } from '../../../api/app.ts';
import type { UploadTarget } from '../../../api/contract/uploads.ts';
import { loadEnv } from '../../../api/env.ts';
import type { Publisher } from '../../../api/publish/types.ts';
import type { Services } from '../../../api/services.ts';
import { createThreads } from '../../../api/threads.ts';
import { makeUser, testDatabase } from '../../support/database.ts';

export interface Refusal {
  success: false;
  statusCode: number;
  message: string;
}

/** Uploads don't publish anything. */
const publisher = new Proxy({} as Publisher, {
  get(_target, name) {
    throw new Error(`publisher.${String(name)} was used`);
  },
});

export type Site = Awaited<ReturnType<typeof startSite>>;

/** An API with its own database and folder, and an adjustable clock. */
export async function startSite(
  variables: Record<string, string> = {},
  limits: Services['limits'] = {},
) {
  const database = await testDatabase();
  const env = loadEnv({ DATA_DIR: database.folder, DATABASE_URL: database.url, ...variables });
  const clock = { ahead: 0 };
  const basics = {
    env,
    database,
    log: pino({ level: 'silent' }),
    now: () => new Date(Date.now() + clock.ahead),
  };
  const threads = createThreads(basics);
  onTestFinished(() => threads.stop());
  const services: Services = { ...basics, publisher, ...threads.services, limits };
  const app = createApp(services);
  const folder = join(database.folder, 'uploads');
  const [admin, reader] = [await signIn(services, true), await signIn(services, false)];

  function call(method: string, path: string, who: Person | undefined, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    if (who) headers.set('Cookie', who.cookie);
    return Promise.resolve(app.request(path, { ...init, method, headers }));
  }

  return {
    services,
    database,
    clock,
    admin,
    reader,
    folder,
    call,
    signIn: (isAdmin: boolean) => signIn(services, isAdmin),
    /** Requests a slot. */
    ask: (who: Person | undefined, wanted: object) =>
      call('POST', '/api/upload', who, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(wanted),
      }),
    /** Sends bytes to a slot. */
    send: (who: Person | undefined, url: string, bytes: Uint8Array<ArrayBuffer> | ReadableStream) =>
      call('PUT', url, who, { body: bytes, duplex: 'half' } as RequestInit),
    /** Requests a slot for these bytes and sends them. */
    async upload(
      who: Person,
      kind: string,
      bytes: Buffer,
      file = { name: 'a.jpg', type: 'image/jpeg' },
    ) {
      const asked = await this.ask(who, { kind, ...file, size: bytes.byteLength });
      if (asked.status !== 201) throw new Error(`POST /api/upload answered ${asked.status}`);
      const slot = (await asked.json()) as UploadTarget;
      const answer = await this.send(who, slot.url, new Uint8Array(bytes));
      return { slot, answer };
    },
    /** The finished and the temporary files. */
    async files() {
      const all = await readdir(folder).catch(() => []);
      const temporary = await readdir(join(folder, '.tmp')).catch(() => []);
      return { finished: all.filter((name) => name !== '.tmp').sort(), temporary };
    },
    read: (publicUrl: string) => readFile(join(folder, publicUrl.replace('/uploads/', ''))),
  };
}

export interface Person extends Caller {
  cookie: string;
}

async function signIn(services: Services, isAdmin: boolean): Promise<Person> {
  const user = await makeUser(services.database, { role: isAdmin ? 'administrator' : 'reader' });
  const sessions = createSessions(services);
  const begun = await services.database.transaction((tx) => sessions.begin(tx, user.id));
  const cookie = begun?.cookie.split(';')[0] ?? '';
  const signedIn = await sessions.read(cookie);
  if (!signedIn) throw new Error('The session did not begin');
  const client = {
    address: '192.0.2.1',
    deviceId: undefined,
    userAgent: undefined,
    report: () => undefined,
  };
  return { ...signedIn, client, cookie };
}

/** Returns a picture of one color, to be encoded. */
export function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c2410c' } });
}

/** Returns bytes that can't be compressed. */
export function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i += 32) {
    createHash('sha256').update(String(i)).digest().copy(bytes, i);
  }
  return bytes;
}
