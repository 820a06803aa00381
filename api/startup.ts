import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, openDatabase } from '../db/client.ts';
import { databaseErrorCode, NewerDatabaseError } from '../db/errors.ts';
import { LostLeaseError } from '../db/queries/leases.ts';
import { keepFeedOrigin } from '../db/queries/settings.ts';
import { findFirstAdmin } from '../db/queries/users.ts';
import { bringUpToDate, requireUsable } from '../db/release.ts';
import { seedDemo } from '../db/seed.ts';
import { ensureAdmin, type FirstSignIn } from './auth/ensure-admin.ts';
import { prepareContent } from './content/sanitize.ts';
import type { Env } from './env.ts';
import { ApiError, rootCause } from './errors.ts';
import { joinNodes } from './nodes/join.ts';
import type { HeldLease } from './nodes/leases.ts';
import type { Node } from './nodes/node.ts';
import { slugOf } from './post-fields/slug.ts';
import { createStorage, urlOf } from './uploads/storage.ts';

/**
 * Connections that the kernel holds until they're accepted. Clients retry the rest after a second.
 */
const BACKLOG = 4_096;
/** The lease of the process that prepares the database. */
const STARTUP = 'startup';
/** Delay before a start says that it's waiting for another process. */
const SAY_AFTER_MS = 3_000;
/** Maximum time that another process may lock the database file. */
const OPENING_MS = 10_000;
const RETRY_MS = 50;

/** Binds the port. Returns its number. Throws an Error that says what to change. */
export async function listen(server: Server, env: Env): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `PORT: ${env.port} on ${env.host} is taken by another program. Choose another port: PORT=${env.port + 1} npm start`
          : `HOST, PORT: cannot listen on ${env.host}:${env.port}: ${error.message}`;
      reject(new Error(why, { cause: error }));
    });
    server.listen({ port: env.port, host: env.host, backlog: BACKLOG }, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : env.port;
}

/** Opens the database. Throws an Error that names DATABASE_URL. */
export async function openOf(env: Env): Promise<Database> {
  return await retryWhileBusy(() => openDatabase(env.databaseUrl));
}

/** Retries while another process is creating the file or its first table. */
async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + OPENING_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isBusy = databaseErrorCode(error)?.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > until) throw error;
      await wait(RETRY_MS);
    }
  }
}

interface Preparing {
  env: Env;
  database: Database;
  node: Node;
  now(): Date;
  say(line: string): void;
}

/**
 * Brings the database up to date, with its first administrator and the demo content, and registers
 * this node. One process at a time does this, under a lease; if it dies, another one takes over.
 * Throws an Error of one line.
 */
export async function prepareDatabase(options: Preparing): Promise<void> {
  const { node, say } = options;
  for (;;) {
    await createLeases(options);
    const lease = await node.leases.waitFor(STARTUP, SAY_AFTER_MS, () =>
      say('Waiting for another process to prepare the database'),
    );
    try {
      return await prepare(options, lease);
    } catch (error) {
      // Another process took over, perhaps because this one was suspended. It will finish.
      if (!(error instanceof LostLeaseError) && lease.isHeld()) throw error;
    } finally {
      await node.leases.release(STARTUP);
    }
  }
}

async function createLeases({ database }: Preparing): Promise<void> {
  try {
    await retryWhileBusy(async () => {
      // Before the first write.
      await requireUsable(database.read);
      await database.createLeases();
    });
  } catch (error) {
    throw databaseError('cannot be used', error);
  }
}

async function prepare({ env, database, node, now, say }: Preparing, lease: HeldLease) {
  try {
    // Retry after a failure: a suspended process may have just finished the same migration.
    await bringUpToDate(database).catch(() => bringUpToDate(database));
  } catch (error) {
    throw databaseError('cannot be brought up to date', error);
  }
  const leased = lease.database;
  await leased.transaction(async (tx) => {
    await joinNodes(tx, node, env, say);
    await keepFeedOrigin(tx, env.siteUrl);
  });
  await ensureAdmin({ env, database: leased, now });
  await seedDatabase(env, leased, say);
}

function databaseError(what: string, error: unknown): Error {
  if (error instanceof NewerDatabaseError) return error;
  const reason = rootMessage(error as Error);
  return new Error(`DATABASE_URL: the database ${what}: ${reason}`, { cause: error });
}

/** Writes the demo content into an empty database, unless `SEED` is `none`. */
async function seedDatabase(
  env: Env,
  database: Database,
  say: (line: string) => void,
): Promise<void> {
  if (env.seed === 'none') return;
  const admin = await findFirstAdmin(database.read);
  if (!admin) return;
  const written = await seedDemo(database, {
    pictures: {
      urlOf: (name) => urlOf(name, env.storage),
      save: (files) => createStorage(env).save(files),
    },
    adminId: admin.id,
    now: new Date(),
    prepare: prepareContent,
    slugOf,
    onProgress: say,
  });
  if (written) say('Demo content written');
}

/**
 * Returns the last lines of a start: the address and, after a first start, the sign-in in a box.
 */
export function readyMessage(siteUrl: string, firstSignIn: FirstSignIn | null): string {
  const address = `Inkwell is at ${siteUrl}`;
  if (!firstSignIn) return address;
  // Scripts look for this line, so it has no border.
  const signIn = `Administrator: ${firstSignIn.email}, password: ${firstSignIn.password}`;
  const note = 'This password is shown only once. Sign in and change it under Profile.';
  const rule = '─'.repeat(Math.max(signIn.length, note.length));
  return [address, '', rule, signIn, note, rule].join('\n');
}

/** Returns a one-line error for the terminal that says what to check. */
export function startError(error: unknown, env: Env): Error {
  const { message } = error as Error;
  // Drizzle's own message contains the query with its values.
  const reason = message.startsWith('Failed query') ? rootMessage(error as Error) : message;
  const isFull = error instanceof ApiError && error.statusCode === 507;
  if (isFull || /ENOSPC|EDQUOT|database or disk is full/.test(reason)) {
    return new Error(`DATA_DIR: no space is left for ${env.dataDir}`, { cause: error });
  }
  return new Error(reason.split('\n')[0], { cause: error });
}

function rootMessage(error: Error): string {
  const { message, name, code } = rootCause(error) as NodeJS.ErrnoException;
  return message || code || name;
}
