import { findUserByUsername } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import type { ImportJob, ImportState } from '../contract/imports.ts';
import { ApiError, BadRequestError, ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { createImportFolder, removeImportFolder } from './folder.ts';
import type { ImportInput } from './input.ts';
import {
  isOver,
  lockImportJob,
  newImport,
  readImportJob,
  removeImportJob,
  toImportJob,
  writeImportJob,
} from './job.ts';

export async function readImport({ database }: Pick<Services, 'database'>): Promise<ImportState> {
  const job = await readImportJob(database.read);
  return { job: job && toImportJob(job) };
}

/**
 * Creates an import that waits for its upload. It may replace one that failed or is public. Throws
 * a ConflictError if there is any other import, and an ApiError for unusable input.
 */
export async function beginImport(
  services: Services,
  caller: Caller,
  input: ImportInput,
): Promise<ImportJob> {
  requireDisk(services);
  await requireSpace(services, input.size);
  const { env, now } = services;
  const job = newImport({ ...input, by: caller.user.username }, 'uploading', now());
  const rules = { verb: 'import.manage', fresh: true } as const;
  let replaced: Pick<ImportJob, 'id'> | null;
  try {
    replaced = await writeAs(services, caller, rules, async (tx) => {
      const current = await lockImportJob(tx);
      if (current && !isOver(current)) {
        throw new ConflictError("There's already an import. Finish it or throw it away first.");
      }
      const { author } = input.options;
      if (author !== null && !(await findUserByUsername(tx, author))) {
        throw new BadRequestError(`There is no account with the username "${author}".`);
      }
      await createImportFolder(env, job.id);
      await writeImportJob(tx, job);
      const details = { size: job.size };
      await auditAs(tx, services, caller, { action: 'import.begin', subject: job.id, details });
      return current;
    });
  } catch (error) {
    await removeImportFolder(env, job.id);
    throw error;
  }
  if (replaced) await removeImportFolder(env, replaced.id);
  return toImportJob(job);
}

/** Throws an ApiError in a function, which has no disk for an export. */
export function requireDisk({ jobs }: Pick<Services, 'jobs'>): void {
  if (jobs === undefined) return;
  throw new ApiError(
    501,
    "On this site, the API runs as a function, which can't store an export. Please use npm run import on the publisher's machine.",
  );
}

/** Throws an ApiError if the export wouldn't fit on the disk. */
async function requireSpace({ disk }: Pick<Services, 'disk'>, size: number): Promise<void> {
  const free = (await disk?.())?.free;
  if (free === undefined || free > size) return;
  throw new ApiError(507, "There isn't enough space left on the server for this export.");
}

/** Makes a rehearsed import public, in the background. */
export async function publishImport(services: Services, caller: Caller): Promise<ImportJob> {
  const rules = { verb: 'import.manage', fresh: true } as const;
  const job = await writeAs(services, caller, rules, async (tx) => {
    const current = await lockImportJob(tx);
    if (current === null) throw noImport();
    if (current.status !== 'ready') {
      throw new ConflictError('Only a finished rehearsal can be made public.');
    }
    const changedAt = services.now().toISOString();
    const changed = { ...current, status: 'publishing', error: null, changedAt } as const;
    await writeImportJob(tx, changed);
    await auditAs(tx, services, caller, { action: 'import.publish', subject: current.id });
    return changed;
  });
  void services.imports?.wake();
  return toImportJob(job);
}

/**
 * Cancels an import or throws its rehearsal away, and deletes all its files. Throws a ConflictError
 * while it's being made public.
 */
export async function removeImport(services: Services, caller: Caller): Promise<void> {
  const { id } = await writeAs(services, caller, { verb: 'import.manage' }, async (tx) => {
    const current = await lockImportJob(tx);
    if (current === null) throw noImport();
    const { id, status } = current;
    if (status === 'publishing') {
      throw new ConflictError("The import is being made public and can't be stopped now.");
    }
    await removeImportJob(tx);
    const details = { status };
    await auditAs(tx, services, caller, { action: 'import.remove', subject: id, details });
    return current;
  });
  // The runner stops a running process, and then deletes the folder again.
  await removeImportFolder(services.env, id);
}

export function noImport(): NotFoundError {
  return new NotFoundError('There is no import.');
}
