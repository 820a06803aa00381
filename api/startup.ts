import type { Server } from 'node:http';
import { join } from 'node:path';
import { type Database, openDatabase } from '../db/client.ts';
import { findFirstAdmin } from '../db/queries/users.ts';
import { seedDemo } from '../db/seed.ts';
import type { FirstSignIn } from './auth/ensure-admin.ts';
import { prepareContent } from './content/sanitize.ts';
import type { Env } from './env.ts';
import { rootCause } from './errors.ts';
import { slugOf } from './posts/slug.ts';

/** Connections that the kernel holds until they're accepted. Others try again after a second. */
const BACKLOG = 4_096;

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

/** Opens the database and migrates it. Throws an Error that names DATABASE_URL. */
export async function openMigrated(env: Env): Promise<Database> {
  const database = await openDatabase(env.databaseUrl);
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

/** Writes the demo content into an empty database, unless `SEED` is `none`. */
export async function seedDatabase(
  env: Env,
  database: Database,
  say: (line: string) => void,
): Promise<void> {
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

/** Returns the last lines of a start: the address and, after a first start, the sign-in in a box. */
export function readyMessage(siteUrl: string, firstSignIn: FirstSignIn | null): string {
  const address = `Inkwell is at ${siteUrl}`;
  if (!firstSignIn) return address;
  // Scripts look for this line, so it has no border.
  const signIn = `Administrator: ${firstSignIn.email}, password: ${firstSignIn.password}`;
  const note = 'This password is shown only once. Sign in and change it under Profile.';
  const rule = '─'.repeat(Math.max(signIn.length, note.length));
  return [address, '', rule, signIn, note, rule].join('\n');
}

/** Returns the error for the terminal: one line that says what to look at. */
export function startError(error: unknown, env: Env): Error {
  const { message } = error as Error;
  // Drizzle's own message is the query with its values.
  const reason = message.startsWith('Failed query') ? rootMessage(error as Error) : message;
  if (/ENOSPC|EDQUOT|database or disk is full/.test(reason)) {
    return new Error(`DATA_DIR: no space is left for ${env.dataDir}`, { cause: error });
  }
  return new Error(reason.split('\n')[0], { cause: error });
}

function rootMessage(error: Error): string {
  const { message, name, code } = rootCause(error) as NodeJS.ErrnoException;
  return message || code || name;
}
