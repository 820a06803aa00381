import { createHash, timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApiEnv } from './http/context.ts';
import './workarounds/drizzle-commonjs.ts';

// The API as a function: see docs/functions.md. Other modules are loaded by `import()`, after the
// workaround.
const { loadFunctionEnv } = await import('./function-env.ts');
const { openDatabase } = await import('../db/client.ts');
const { createApp } = await import('./app.ts');
const { ForbiddenError } = await import('./errors.ts');
const { refusalOf } = await import('./http/errors.ts');
const { createLogger } = await import('./http/log.ts');
const { createJobs } = await import('./jobs/queue.ts');
const { createThreads } = await import('./threads.ts');
const { RemotePublisher } = await import('./publish/remote-publisher.ts');

/**
 * Connections per instance. A platform may start hundreds of instances. Most answer one call at a
 * time, and a call runs at most this many queries in parallel.
 */
const CONNECTIONS = 3;

const env = loadFunctionEnv(process.env);
// Connects with the first query. Later calls of this instance use the same connections.
const database = await openDatabase(env.databaseUrl, { readOnly: false, connections: CONNECTIONS });
const jobs = createJobs(database);
const now = () => new Date();
// Writes each line at once: a frozen instance would hold back buffered lines.
const log = createLogger(env.logLevel);
const app = createApp({
  env,
  database,
  publisher: new RemotePublisher({ database, jobs }),
  ...createThreads({ env, database, log, now }).services,
  jobs,
  log,
  now,
});

const https = env.siteUrl.startsWith('https:');
const notFromCdn = refusalOf(new ForbiddenError(`Use ${env.siteUrl} instead.`), https);

/** Returns whether the call came through the CDN. Other callers could forge `X-Forwarded-For`. */
function isFromCdn(request: Request): boolean {
  if (env.cdnSecret === undefined) return true;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const given = request.headers.get('X-CDN-Secret') ?? '';
  return timingSafeEqual(hash(given), hash(env.cdnSecret));
}

/**
 * Answers a call. `bindings` has the client's address as `remoteAddress`, or Node's request as
 * `incoming` (from `@hono/node-server`). On platforms that provide neither, `TRUST_PROXY` must be
 * set.
 */
export async function fetch(
  request: Request,
  bindings: ApiEnv['Bindings'] = {},
): Promise<Response> {
  if (!isFromCdn(request)) return new Response(notFromCdn.body, notFromCdn);
  // After a freeze, gives the instance time to notice that the database closed idle connections.
  await nextTurn();
  return await app.fetch(request, bindings);
}

export default { fetch };
