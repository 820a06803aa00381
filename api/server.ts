import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { type Database, openDatabase } from '../db/client.ts';
import { findFirstAdmin } from '../db/queries/users.ts';
import { seedDemo } from '../db/seed.ts';
import { site as siteConfig } from '../src/site.config.ts';
import { createApp } from './app.ts';
import { startCleanup } from './auth/cleanup.ts';
import { ensureAdmin } from './auth/ensure-admin.ts';
import { pictureCopiesEnded } from './auth/google/picture.ts';
import { pageGuard } from './auth/page-guard.ts';
import { createSessions } from './auth/sessions.ts';
import { isCommentFeed } from './comments/routes.ts';
import { prepareContent } from './content/prepare.ts';
import type { Env } from './env.ts';
import { rootCause } from './errors.ts';
import { apiListener } from './http/listener.ts';
import { createLogger } from './http/log.ts';
import { outsideAppHeaders } from './http/security-headers.ts';
import { createHttpServer } from './http/server.ts';
import { lockDataDir } from './lock.ts';
import { collectGarbageSoon } from './memory.ts';
import { createPostSearch, type PostSearch } from './posts/search/search.ts';
import { slugOf } from './posts/slug.ts';
import { FilePublisher } from './publish/publisher.ts';
import { releaseId } from './publish/releases.ts';
import { createSite } from './static/site.ts';
import { startUploadCare } from './uploads/care.ts';

/** How long answers may take to finish once the process is told to stop. */
const DRAIN_MS = 10_000;
const FLUSH_MS = 1_000;
const PROGRESS_EVERY_MS = 1_000;
/** Connections that the kernel holds until they are accepted; a client that finds no room there tries again after a second. */
const BACKLOG = 4_096;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface ServeOptions {
  env: Env;
  build: { id: string; rendererEntry: string; clientDir: string };
  /** Prints a line for the person at the terminal. */
  say(line: string): void;
}

/**
 * Runs the product: binds the port, takes the data folder, brings the database up to date, publishes what
 * is missing, serves. Resolves when the site is being served; the process ends by SIGINT or SIGTERM.
 * Throws an Error with one clear line when something stands in the way; what it has made is removed then.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const state: State = { ready: false, stopping: false, made: undefined };
  try {
    await start(options, state);
  } catch (error) {
    // Told to stop while it was starting: this is no failure, and `stopOnSignals` ends the process.
    if (state.stopping) return new Promise(() => undefined);
    if (state.made !== undefined) await removeQuietly(state.made);
    throw explained(error, options.env);
  }
}

interface State {
  /** Everything can be served. */
  ready: boolean;
  /** The process has been told to end. */
  stopping: boolean;
  /** The first folder that this start has made. */
  made: string | undefined;
}

async function start({ env, build, say }: ServeOptions, state: State): Promise<void> {
  // Lines are gathered and written together: a write each would cost more than serving a page.
  const logged = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 });
  process.on('exit', () => logged.flushSync());
  const log = createLogger(env.logLevel, logged);
  let listener: Listener = refuseWhileStarting(env.siteUrl.startsWith('https:'));
  const server = createHttpServer((request, response) => listener(request, response), {
    https: env.siteUrl.startsWith('https:'),
  });
  // The port first: when it is taken, nothing has been made yet.
  const port = await listen(server, env);
  const settings =
    port === env.port ? env : { ...env, port, siteUrl: env.siteUrl.replace(/:0$/, `:${port}`) };

  state.made = await prepareDataDir(env.dataDir);
  const unlock = lockDataDir(env.dataDir);
  const database = await openMigrated(env);
  // Rows in a database elsewhere will refer to pictures here.
  if (!env.databaseUrl.startsWith(`file:${env.dataDir}`)) state.made = undefined;
  const firstSignIn = await ensureAdmin({ env: settings, database, now: () => new Date() });
  // At once: it is stored only as a hash, and nobody could tell it again.
  if (firstSignIn) {
    say(`Administrator: ${firstSignIn.email}, password: ${firstSignIn.password}`);
  }
  await seed(settings, database, say);

  const now = () => new Date();
  const stopCleanup = startCleanup({ env: settings, database, now, log });
  const uploadCare = startUploadCare({ env: settings, database, now, log });
  const { publisher, site } = createPublishing({ env: settings, build, database, log, say });
  const postSearch = createPostSearch({ env: settings, database, log, now });
  const app = createApp({
    siteName: siteConfig.name,
    env: settings,
    database,
    publisher,
    postSearch,
    log,
    now,
    ready: () => state.ready,
  });
  const api = apiListener(app, { siteUrl: settings.siteUrl, log });
  listener = (request, response) => {
    const isDynamic = isCommentFeed(request.url ?? '/');
    if (isDynamic || !site.handle(request, response)) api(request, response);
  };

  stopOnSignals({
    server,
    log,
    state,
    publisher,
    postSearch,
    database,
    uploadCare,
    flushLog: () => new Promise((done) => logged.flush(() => done())),
    release: () => {
      stopCleanup();
      unlock();
    },
  });
  const { complete } = await publisher.start();
  await complete;
  state.ready = true;
  collectGarbageSoon();
  say(`Inkwell is at ${settings.siteUrl}`);
}

function refuseWhileStarting(https: boolean): Listener {
  const body = { success: false, statusCode: 503, message: 'The server is starting.' };
  const headers = {
    ...outsideAppHeaders(https),
    'Content-Type': 'application/json',
    'Retry-After': '1',
    'Cache-Control': 'no-store',
  };
  return (_request, response) => void response.writeHead(503, headers).end(JSON.stringify(body));
}

async function listen(server: Server, env: Env): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `PORT: ${env.port} on ${env.host} is taken by another program`
          : `HOST, PORT: cannot listen on ${env.host}:${env.port}: ${error.message}`;
      reject(new Error(why, { cause: error }));
    });
    server.listen({ port: env.port, host: env.host, backlog: BACKLOG }, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : env.port;
}

/** Makes the folder for data if it is not there; gives the first folder that had to be made for it. */
async function prepareDataDir(dataDir: string): Promise<string | undefined> {
  let made: string | undefined;
  try {
    made = await makeFolder(dataDir);
    await makeFolder(join(dataDir, 'uploads'));
    const probe = join(dataDir, `.probe-${randomUUID()}`);
    await writeFile(probe, 'x');
    await rm(probe);
    return made;
  } catch (error) {
    if (made !== undefined) await removeQuietly(made);
    throw new Error(`DATA_DIR: cannot write to ${dataDir}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * As `mkdir` with `recursive`, which does not end where a folder cannot hold folders (/proc), and calls a
 * read-only place a missing one. Gives the first folder made, undefined when all were there.
 */
async function makeFolder(path: string): Promise<string | undefined> {
  try {
    await mkdir(path);
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return undefined;
    if (code !== 'ENOENT') throw error;
    const made = await makeFolder(dirname(path));
    if (made === undefined) throw error;
    await mkdir(path);
    return made;
  }
}

async function removeQuietly(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** The error with a message for the terminal: one line that says what to look at. */
function explained(error: unknown, env: Env): Error {
  const { message } = error as Error;
  // Drizzle's own message is the query with its values.
  const reason = message.startsWith('Failed query') ? rootMessage(error as Error) : message;
  if (/ENOSPC|EDQUOT|database or disk is full/.test(reason)) {
    return new Error(`DATA_DIR: no space is left for ${env.dataDir}`, { cause: error });
  }
  return new Error(reason.split('\n')[0], { cause: error });
}

/** What the innermost error says. */
function rootMessage(error: Error): string {
  const { message, name, code } = rootCause(error) as NodeJS.ErrnoException;
  return message || code || name;
}

async function openMigrated(env: Env): Promise<Database> {
  const database = await openDatabase(
    env.databaseUrl,
    env.databaseAuthToken === undefined ? {} : { authToken: env.databaseAuthToken },
  );
  try {
    await database.migrate();
  } catch (error) {
    const reason = rootMessage(error as Error);
    throw new Error(`DATABASE_URL: the database cannot be brought up to date: ${reason}`, {
      cause: error,
    });
  }
  return database;
}

async function seed(env: Env, database: Database, say: (line: string) => void): Promise<void> {
  if (env.seed === 'none') return;
  const admin = await findFirstAdmin(database.read);
  if (!admin) return;
  const written = await seedDemo(database, {
    uploadsDir: join(env.dataDir, 'uploads'),
    adminId: admin.id,
    now: new Date(),
    prepare: prepareContent,
    slugOf,
    onProgress: say,
  });
  if (written) say('Demo content written');
}

interface PublishingOptions extends ServeOptions {
  database: Database;
  log: Logger;
}

function createPublishing({ env, build, database, log, say }: PublishingOptions) {
  const https = env.siteUrl.startsWith('https:');
  let said = 0;
  const publisher = new FilePublisher({
    database,
    dataDir: env.dataDir,
    rendererEntry: build.rendererEntry,
    clientDir: build.clientDir,
    releaseId: releaseId(build.id, pageSettings(env)),
    siteUrl: env.siteUrl,
    rendererEnv: pageSettings(env),
    log,
    onPublished: (paths) => (paths ? site.invalidate(paths) : site.clear()),
    onProgress: (rendered) => {
      if (Date.now() - said < PROGRESS_EVERY_MS) return;
      said = Date.now();
      say(`Rendering pages: ${rendered}`);
    },
  });
  const guard = pageGuard(createSessions({ env, database, now: () => new Date() }), { https });
  const site = createSite({
    root: () => publisher.root,
    uploadsDir: join(env.dataDir, 'uploads'),
    assetsFallbackDirs: () => [build.clientDir],
    render: (path) => publisher.render(path),
    settled: (address) => publisher.settled(address),
    guard: async (path, cookie, target) => {
      const elsewhere = await guard(path, cookie, target);
      // An editor is opened: whoever writes there will publish.
      if (elsewhere === null && /^\/(create|update)-post/.test(path)) publisher.warm();
      return elsewhere;
    },
    https,
    // What is logged of a page has no field that could need redacting, and looking costs a third of the line.
    log: log.child({}, { redact: [] }),
  });
  return { publisher, site };
}

/** Everything from the environment that pages contain; a change of it makes a new release. */
function pageSettings(env: Env): Record<string, string> {
  return {
    SITE_URL: env.siteUrl,
    DATABASE_URL: env.databaseUrl,
    DATABASE_AUTH_TOKEN: env.databaseAuthToken ?? '',
    GOOGLE_ENABLED: env.google ? '1' : '',
    ...(env.storage.kind === 's3' && {
      STORAGE: 's3',
      S3_ENDPOINT: env.storage.endpoint,
      S3_BUCKET: env.storage.bucket,
      S3_PUBLIC_URL: env.storage.publicUrl,
    }),
  };
}

interface Running {
  uploadCare: ReturnType<typeof startUploadCare>;
  server: Server;
  log: Logger;
  state: State;
  publisher: FilePublisher;
  postSearch: PostSearch;
  database: Database;
  /** Writes the lines that are still gathered, or notices that nobody reads them. */
  flushLog: () => Promise<void>;
  /** Gives the data folder back. */
  release: () => void;
}

/** Ends the process in order: answers finished, publisher drained, database closed. */
function stopOnSignals({
  server,
  log,
  state,
  publisher,
  postSearch,
  database,
  uploadCare,
  flushLog,
  release,
}: Running): void {
  const stop = async (why: string) => {
    if (state.stopping) process.exit(130);
    state.stopping = true;
    state.ready = false;
    log.info({ why }, 'stopping');
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(late);
    await Promise.race([pictureCopiesEnded(), wait(DRAIN_MS)]);
    await publisher.stop();
    await uploadCare.stop();
    await postSearch.stop();
    await database.close();
    release();
    // Into a pipe that is closed, the flush at the exit would try for ever; this one finds out.
    await Promise.race([flushLog(), wait(FLUSH_MS)]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal));
  }
  // The launcher that started this process is gone: nobody could stop it any more.
  process.on('disconnect', () => void stop('disconnect'));
}
