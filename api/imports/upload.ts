import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { type Caller, writeAs } from '../access/write.ts';
import { IMPORT_CHUNK_BYTES } from '../contract/imports.ts';
import { BadRequestError, ConflictError, NotFoundError, PayloadTooLargeError } from '../errors.ts';
import { createBodyBudget } from '../http/body-budget.ts';
import type { BodyLimits } from '../http/read-body.ts';
import type { Services } from '../services.ts';
import { uploadFile } from './folder.ts';
import { lockImportJob, readImportJob, type StoredImport, writeImportJob } from './job.ts';
import { noImport, requireDisk } from './manage.ts';

const MEBIBYTE = 1024 * 1024;

/** Limits of a piece. On slow connections, one takes minutes. */
export const PIECE_BODY: BodyLimits = {
  bytes: 2 * IMPORT_CHUNK_BYTES,
  timeoutMs: 4 * 60_000,
  chunks: 32_000,
  budget: createBodyBudget({ perAddress: 32 * MEBIBYTE, total: 64 * MEBIBYTE }),
};

/** Imports whose files are being written to. */
const writing = new Set<string>();

/**
 * Returns the import if the next piece of its export begins at `offset`. Otherwise throws a
 * ConflictError with the right offset.
 */
export async function requirePlace(
  services: Pick<Services, 'env' | 'database' | 'jobs'>,
  offset: number,
): Promise<StoredImport> {
  requireDisk(services);
  const job = await readImportJob(services.database.read);
  if (job === null) throw noImport();
  const file = await stat(uploadFile(services.env, job.id)).catch(() => {
    throw new NotFoundError(
      "The export isn't on this server. Please start again. If the site has several nodes, they must share the folder DATA_DIR/imports.",
    );
  });
  // Less if the file was lost with its disk.
  const received = Math.min(job.received, file.size);
  if (job.status !== 'uploading' || offset !== received) throw wrongPlace(received);
  return job;
}

/**
 * Appends a piece to the export. Only bytes that are safely on the disk count as received. If the
 * process is killed, the next piece overwrites the rest. The last piece starts the rehearsal.
 * Returns the number of received bytes.
 */
export async function receivePiece(
  services: Services,
  caller: Caller,
  { offset, bytes }: { offset: number; bytes: Uint8Array },
): Promise<{ received: number }> {
  const { env, now } = services;
  const { id, size, received: before } = await requirePlace(services, offset);
  const received = offset + bytes.length;
  if (bytes.length === 0) throw new BadRequestError('The piece is empty.');
  if (received > size) {
    throw new PayloadTooLargeError('The upload is larger than announced.');
  }
  if (writing.has(id)) {
    const message = 'This export is already being uploaded, perhaps in another tab.';
    throw new ConflictError(message, undefined, { received: offset });
  }
  writing.add(id);
  try {
    await write(uploadFile(env, id), bytes, offset);
    await writeAs(services, caller, { verb: 'import.manage' }, async (tx) => {
      const current = await lockImportJob(tx);
      if (current?.id !== id) throw noImport();
      if (current.received !== before) throw wrongPlace(current.received);
      const status = received === size ? 'waiting' : 'uploading';
      const changedAt = now().toISOString();
      await writeImportJob(tx, { ...current, received, status, changedAt });
    });
  } finally {
    writing.delete(id);
  }
  if (received === size) void services.imports?.wake();
  return { received };
}

async function write(path: string, bytes: Uint8Array, offset: number): Promise<void> {
  // Not created: the import may have been thrown away in the meantime.
  const file = await open(path, constants.O_WRONLY).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? noImport() : error;
  });
  try {
    // Overwrites what an interrupted piece left behind.
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, written, undefined, offset + written);
      written += bytesWritten;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

function wrongPlace(received: number): ConflictError {
  const message = `The next piece begins at byte ${received}.`;
  return new ConflictError(message, undefined, { received });
}
