import { onTestFinished } from 'vitest';
import { createSessions } from '../../api/access/sessions.ts';
import { createApp } from '../../api/app.ts';
import { type Env, loadEnv } from '../../api/env.ts';
import { createLogger } from '../../api/http/log.ts';
import { hashPassword } from '../../api/passwords/password-hash.ts';
import type { Publisher } from '../../api/publish/types.ts';
import type { Limits } from '../../api/ratelimit/limits.ts';
import type { Services } from '../../api/services.ts';
import { createThreads } from '../../api/threads.ts';
import type { Database } from '../../db/client.ts';
import { insertUser, type NewUser, type UserRow } from '../../db/queries/users.ts';
import { testDatabase } from './database.ts';

/** The origin of the site under test. */
export const SITE = 'http://localhost:4321';

/**
 * Options of a call: `json` is stringified, `as` is the signed-in user, `from` is the client's
 * address.
 */
export interface Call {
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  as?: UserRow | undefined;
  from?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

export interface TestApp {
  app: ReturnType<typeof createApp>;
  services: Services;
  database: Database & { url: string; folder: string };
  /** An in-memory publisher. Lists the posts it was asked to publish, and to try again. */
  publisher: FakePublisher;
  /** Every line logged so far, parsed. */
  logged(): Record<string, unknown>[];
  /** Returns the `Cookie` header of a new session, without signing in. */
  signIn(user: UserRow): Promise<string>;
  /** `PUT /api/user/…`: method and path in one string. */
  call(line: string, options?: Call): Promise<Answer>;
}

/** The posts of calls: `withdrawn` had removed comments. */
export type FakePublisher = Publisher & Record<'flushed' | 'retried' | 'withdrawn', string[]>;

export function fakePublisher(): FakePublisher {
  const flushed: string[] = [];
  const retried: string[] = [];
  const withdrawn: string[] = [];
  const live = async (postId: string) => {
    flushed.push(postId);
    return 'live' as const;
  };
  return {
    flushed,
    retried,
    withdrawn,
    flush: live,
    flushRemovals: async (postIds) => {
      withdrawn.push(...postIds);
      return 'live';
    },
    async retry(postId) {
      retried.push(postId);
      return flushed.includes(postId) ? 'live' : undefined;
    },
    render: async (path) => ({
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body: Buffer.from(`<!doctype html><title>${path}</title>`),
    }),
    preview: async (draft) => ({
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body: Buffer.from(`<!doctype html><title>${draft.title}</title>${draft.content}`),
    }),
    previewPage: async ({ path, site }) => ({
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body: Buffer.from(`<!doctype html><title>${path} – ${site.site.name}</title>`),
    }),
    status: async () => ({
      queued: [],
      rendering: [],
      failed: [],
      live: [],
      site: { wanted: 0, live: 0, error: null },
      release: { id: 'test', pages: 0, rendered: 0, total: 0, state: 'live' },
      index: {
        state: 'current',
        posts: 0,
        shards: 0,
        waiting: 0,
        indexedAt: null,
        lastMs: null,
        lastLagMs: null,
        error: null,
      },
      nodes: [],
    }),
    behindMs: () => 0,
    stop: async () => undefined,
  };
}

export interface TestAppOptions {
  /** Environment variables. */
  env?: Record<string, string>;
  limits?: Partial<Limits>;
  services?: Partial<Services> | ((database: Database) => Partial<Services>);
  /** Pass `afterAll` if the app is created in `beforeAll`. */
  cleanUp?: (work: () => Promise<void>) => void;
}

/** Creates an app with a separate database, which is removed after the test. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase(options.cleanUp ?? onTestFinished);
  const lines: string[] = [];
  const publisher = fakePublisher();
  const env: Env = loadEnv({
    SITE_URL: SITE,
    DATA_DIR: database.folder,
    DATABASE_URL: database.url,
    ...options.env,
  });
  const basics = {
    env,
    database,
    log: createLogger('debug', { write: (line) => void lines.push(line) }),
    now: () => new Date(),
    ...(typeof options.services === 'function' ? options.services(database) : options.services),
  };
  const threads = createThreads(basics);
  (options.cleanUp ?? onTestFinished)(() => threads.stop());
  const services: Services = { publisher, ...threads.services, limits: options.limits, ...basics };
  const app = createApp(services);
  const signIn = async (user: UserRow) => {
    const session = await basics.database.transaction((tx) =>
      createSessions(services).begin(tx, user.id),
    );
    return session.cookie.split(';')[0] ?? '';
  };
  return {
    app,
    services,
    database,
    publisher,
    logged: () => lines.map((line) => JSON.parse(line)),
    signIn,
    async call(line, { json, body, headers = {}, as, from = '192.0.2.1' } = {}) {
      const [method = '', path = ''] = line.split(' ');
      const cookie: Record<string, string> = as ? { Cookie: await signIn(as) } : {};
      const type: Record<string, string> =
        json === undefined ? {} : { 'Content-Type': 'application/json' };
      const response = await app.request(
        path,
        {
          method,
          headers: { ...type, ...cookie, ...headers },
          body: json === undefined ? body : JSON.stringify(json),
          // Required for streams.
          duplex: 'half',
        } as RequestInit,
        { remoteAddress: from },
      );
      const text = await response.text();
      const isJson = response.headers.get('Content-Type')?.includes('json') && text !== '';
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(text) : text,
      };
    },
  };
}

let made = 0;
/** Hashing is slow on purpose, so each password is hashed only once. */
const hashes: Record<string, Promise<string>> = {};

/** Creates a user who can sign in with a password, by default `PASSWORD`. */
export async function makeAccount(
  database: Database,
  { password = PASSWORD, ...values }: Partial<NewUser> & { password?: string } = {},
): Promise<UserRow> {
  const n = ++made;
  const at = new Date();
  hashes[password] ??= hashPassword(password);
  const passwordHash = await hashes[password];
  return await database.transaction((tx) =>
    insertUser(tx, {
      username: `account-${n}`,
      email: `account-${n}@example.com`,
      profilePicture: '/avatars/a-0.svg',
      passwordHash,
      createdAt: at,
      updatedAt: at,
      ...values,
    }),
  );
}

export const PASSWORD = 'a rather long pass phrase';
