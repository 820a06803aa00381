import type { RequestListener } from 'node:http';
import { engine } from '../db/engine.ts';
import { site as config } from '../src/site.config.ts';
import { createAnnouncement } from './announcement.ts';
import { createApp } from './app.ts';
import { createFirstPassword } from './auth/ensure-admin.ts';
import { pictureCopiesEnded } from './auth/providers/picture.ts';
import { createBackupStore } from './backups/create-store.ts';
import { Schedule } from './backups/schedule.ts';
import { backupTask, exportTask } from './backups/tasks.ts';
import { lockDataDir, prepareDataDir, removeFolder } from './data-dir.ts';
import { Scheduler } from './documents/scheduler.ts';
import type { Env } from './env.ts';
import { UnavailableError } from './errors.ts';
import { readDisk } from './health/disk.ts';
import { startHousekeeping } from './housekeeping.ts';
import { sendRefusal } from './http/errors.ts';
import { createServerLogger } from './http/log.ts';
import { apiListener, createHttpServer, dispatch } from './http/server.ts';
import { ImportRunner } from './imports/runner.ts';
import { createJobWorker } from './job-worker.ts';
import { startMail } from './mail/start.ts';
import { collectGarbageSoon } from './memory.ts';
import { Node, type Progress } from './nodes/node.ts';
import { loadNodeId } from './nodes/node-id.ts';
import { createNotices } from './notifications/mail.ts';
import type { FilePublisher } from './publish/publisher.ts';
import { type Build, createPublishing } from './publishing.ts';
import type { Services } from './services.ts';
import { stopOnSignals } from './shutdown.ts';
import { takeConfigNotice } from './site/config-notice.ts';
import { listen, openOf, prepareDatabase, readyMessage, startError } from './startup.ts';
import { createThreads } from './threads.ts';
import { ViewCounter } from './views/counter.ts';

export interface ServeOptions {
  env: Env;
  build: Build;
  say(line: string): void;
}

interface State {
  /** Pages and calls are served. */
  isReady: boolean;
  isStopping: boolean;
  /** The first folder that this start created. */
  createdFolder: string | undefined;
  /** This process as one of the nodes on its database. */
  node: Node | undefined;
}

/**
 * Runs the product. Resolves when pages and calls are served; SIGINT or SIGTERM ends the process.
 * If it can't start, throws an Error of one line and removes the folders it created.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const state: State = {
    isReady: false,
    isStopping: false,
    createdFolder: undefined,
    node: undefined,
  };
  try {
    await start(options, state);
  } catch (error) {
    // Stopped during the start: not a failure, and `stopOnSignals` ends the process.
    if (state.isStopping) return new Promise(() => undefined);
    await state.node?.stop();
    await removeFolder(state.createdFolder);
    throw startError(error, options.env);
  }
}

async function start({ env: given, build, say }: ServeOptions, state: State): Promise<void> {
  const { log, flush: flushLog } = createServerLogger(given.logLevel);
  const https = given.siteUrl.startsWith('https:');
  let listener: RequestListener = (_request, response) =>
    sendRefusal(response, new UnavailableError('The server is starting.'), https);
  const server = createHttpServer((request, response) => listener(request, response), { https });
  // The port first: if it's taken, nothing was created yet.
  const port = await listen(server, given);
  // With PORT=0, the system chose one.
  const env = { ...given, port, siteUrl: given.siteUrl.replace(/:0$/, `:${port}`) };

  state.createdFolder = await prepareDataDir(env.dataDir);
  const unlock = await lockDataDir(env.dataDir);
  const database = await openOf(env);
  const node = new Node({ database, id: await loadNodeId(env.dataDir), role: env.role, log });
  state.node = node;
  const services = { env, database, log, disk: () => readDisk(env), now: () => new Date() };
  await prepareDatabase({ ...services, node, say });
  // A database elsewhere will refer to pictures here.
  if (!env.databaseUrl.startsWith(`file:${env.dataDir}`)) state.createdFolder = undefined;

  const assembled = assemble({ ...services, node, build, say, ready: () => state.isReady });
  const { publisher, parts, announcement } = assembled;
  listener = assembled.listener;
  const stop = stopOnSignals({
    server,
    log,
    onStopping: () => Object.assign(state, { isStopping: true, isReady: false }),
    backgroundWork: pictureCopiesEnded,
    parts: [...parts, node, { stop: () => database.close() }, { stop: unlock }],
    flushLog,
  });
  node.whenOutdated((error) => {
    if (state.isStopping) return;
    process.stderr.write(`${error.message}\n`);
    void stop('a newer version has migrated the database', 1);
  });
  const { complete, isNew } = await publisher.start();
  const isFirst = publisher.isFirstRelease;
  // From here on, the folder may contain users' data.
  state.createdFolder = undefined;
  state.isReady = true;
  say(readyMessage(env.siteUrl, await createFirstPassword(services)));
  const notice = await takeConfigNotice(database, config);
  if (notice !== undefined) say(notice);
  complete.then(
    () => {
      if (isNew) announcement.rendered();
      collectGarbageSoon();
    },
    (error: unknown) => {
      if (state.isStopping) return;
      log.error({ err: error }, 'the site could not be rendered');
      process.stderr.write(`${startError(error, env).message}\n`);
      // If there is an earlier site, users only miss the new look.
      if (isFirst) void stop('the first site could not be rendered', 1);
    },
  );
}

type Assembly = Pick<Services, 'env' | 'database' | 'log' | 'now' | 'ready' | 'disk'> & {
  node: Node;
  build: Build;
  say(line: string): void;
};

/** Creates the parts of this process. `parts` is in the order in which they stop. */
function assemble({ node, build, say, ready, ...services }: Assembly) {
  const { env, database, log } = services;
  const announcement = createAnnouncement(() => publisher.failedCount, say);
  const { publisher, site, siteTarget, hubPings, redirects } = createPublishing({
    env,
    build,
    database,
    nodeId: node.id,
    log,
    say,
    onAdvanced: () => {
      announcement.check();
      // Functions wait for the cursor (api/publish/remote-publisher.ts).
      if (engine === 'postgres') void node.beat();
    },
    ...(env.role !== 'web' && {
      onJobs: () => jobs.wake(),
      onScheduled: (at: number | null) => scheduler?.notice(at),
    }),
  });
  const { scheduler, backups, imports, exports } = startWorkers({ ...services, publisher, node });
  node.describe(() => progressOf(publisher));
  const notices = createNotices({ now: services.now, siteUrl: env.siteUrl });
  const mailer = startMail({ ...services, node, notices });
  const views = new ViewCounter(services);
  const housekeeping = startHousekeeping({ ...services, node });
  const threads = createThreads(services);
  const all = {
    ...services,
    publisher,
    servedSiteHash: () => publisher.siteHash,
    siteTarget,
    ...threads.services,
    mailer,
    scheduler,
    backups,
    imports,
    views,
    ready,
  };
  const jobs = createJobWorker(all);
  const api = apiListener(createApp(all), { siteUrl: env.siteUrl, log });
  const parts = [
    scheduler,
    backups,
    imports,
    exports,
    jobs,
    publisher,
    siteTarget,
    hubPings,
    housekeeping,
    views,
    redirects,
    threads,
  ].filter((part) => part !== undefined);
  return { publisher, parts, announcement, listener: dispatch({ api, site }) };
}

interface Workers {
  scheduler?: Scheduler;
  backups?: ReturnType<typeof startBackups>;
  imports?: ImportRunner;
  exports?: { stop(): Promise<void> };
}

/** Starts the background workers. Web nodes leave them to others. */
function startWorkers(
  services: Omit<Assembly, 'build' | 'say' | 'ready'> & { publisher: FilePublisher },
): Workers {
  const { env } = services;
  if (env.role === 'web') return {};
  return {
    scheduler: new Scheduler(services),
    backups: startBackups(services),
    imports: new ImportRunner(services),
    ...(env.exportDir !== undefined && {
      exports: new Schedule({ ...services, task: exportTask }),
    }),
  };
}

function startBackups(services: Pick<Assembly, 'env' | 'database' | 'log' | 'now' | 'node'>) {
  const task = backupTask({ ...services, store: createBackupStore(services.env) });
  return new Schedule({ ...services, task });
}

function progressOf(publisher: FilePublisher): Progress {
  const { releaseId: release, cursor, failedCount: failed, siteVersion } = publisher;
  return { release, cursor, failed, siteVersion };
}
