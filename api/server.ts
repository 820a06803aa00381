import type { RequestListener } from 'node:http';
import { site as siteConfig } from '../src/site.config.ts';
import { createApp } from './app.ts';
import { startCleanup } from './auth/cleanup.ts';
import { createFirstPassword, ensureAdmin } from './auth/ensure-admin.ts';
import { pictureCopiesEnded } from './auth/google/picture.ts';
import { lockDataDir, prepareDataDir, removeFolder } from './data-dir.ts';
import type { Env } from './env.ts';
import { UnavailableError } from './errors.ts';
import { sendRefusal } from './http/errors.ts';
import { createServerLogger } from './http/log.ts';
import { apiListener, createHttpServer, dispatch } from './http/server.ts';
import { collectGarbageSoon } from './memory.ts';
import { createPostSearch } from './posts/search/search.ts';
import { type Build, createPublishing } from './publishing.ts';
import { stopOnSignals } from './shutdown.ts';
import { listen, openMigrated, readyMessage, seedDatabase, startError } from './startup.ts';
import { startUploadCleanup } from './uploads/cleanup.ts';

export interface ServeOptions {
  env: Env;
  build: Build;
  /** Prints a line on the terminal. */
  say(line: string): void;
}

interface State {
  /** Everything can be served. */
  isReady: boolean;
  /** The process is stopping. */
  isStopping: boolean;
  /** The first folder that this start created. */
  createdFolder: string | undefined;
}

/**
 * Runs the product. Resolves when the site is being served; SIGINT or SIGTERM ends the process.
 * Throws an Error of one line when it can't start, and then removes the folders it created.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const state: State = { isReady: false, isStopping: false, createdFolder: undefined };
  try {
    await start(options, state);
  } catch (error) {
    // Stopped while it was starting: not a failure, and `stopOnSignals` ends the process.
    if (state.isStopping) return new Promise(() => undefined);
    await removeFolder(state.createdFolder);
    throw startError(error, options.env);
  }
}

async function start({ env: given, build, say }: ServeOptions, state: State): Promise<void> {
  const { log, flush: flushLog } = createServerLogger(given.logLevel);
  const now = () => new Date();
  const https = given.siteUrl.startsWith('https:');

  let listener: RequestListener = (_request, response) =>
    sendRefusal(response, new UnavailableError('The server is starting.'), https);
  const server = createHttpServer((request, response) => listener(request, response), { https });
  // The port first: when it's taken, nothing was created yet.
  const port = await listen(server, given);
  // With PORT=0, the system chose one.
  const env = { ...given, port, siteUrl: given.siteUrl.replace(/:0$/, `:${port}`) };

  state.createdFolder = await prepareDataDir(env.dataDir);
  const unlock = lockDataDir(env.dataDir);
  const database = await openMigrated(env);
  // Rows of a database elsewhere will refer to pictures here.
  if (!env.databaseUrl.startsWith(`file:${env.dataDir}`)) state.createdFolder = undefined;
  await ensureAdmin({ env, database, now });
  await seedDatabase(env, database, say);

  const stopCleanup = startCleanup({ env, database, now, log });
  const uploadCleanup = startUploadCleanup({ env, database, now, log });
  const { publisher, site } = createPublishing({ env, build, database, log, say });
  const postSearch = createPostSearch({ env, database, log, now });
  const ready = () => state.isReady;
  const app = createApp({
    siteName: siteConfig.name,
    env,
    database,
    publisher,
    postSearch,
    log,
    now,
    ready,
  });
  listener = dispatch({ api: apiListener(app, { siteUrl: env.siteUrl, log }), site });

  stopOnSignals({
    server,
    log,
    onStopping: () => Object.assign(state, { isStopping: true, isReady: false }),
    backgroundWork: pictureCopiesEnded,
    parts: [
      publisher,
      uploadCleanup,
      postSearch,
      { stop: () => database.close() },
      { stop: stopCleanup },
      { stop: unlock },
    ],
    flushLog,
  });
  const { complete } = await publisher.start();
  await complete;
  say(readyMessage(env.siteUrl, await createFirstPassword({ env, database, now })));
  state.isReady = true;
  collectGarbageSoon();
}
