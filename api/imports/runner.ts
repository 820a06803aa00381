import { stat } from 'node:fs/promises';
import { LostLeaseError } from '../../db/queries/leases.ts';
import type { RehearsalSummary } from '../contract/imports.ts';
import { errorMessage } from '../errors.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import type { HeldLease } from '../nodes/leases.ts';
import type { Node } from '../nodes/node.ts';
import type { Services } from '../services.ts';
import {
  importFolder,
  keepReport,
  keepUpload,
  removeImportFolder,
  removeLeftovers,
  uploadFile,
} from './folder.ts';
import {
  IMPORT_LEASE,
  lockImportJob,
  readImportJob,
  type StoredImport,
  writeImportJob,
} from './job.ts';
import { runImport } from './process.ts';

/** How often to look for imports that were begun or published on other nodes. */
const LOOK_MS = 5_000;
/** How often to store the progress, and to check the lease and whether the import was canceled. */
const WATCH_MS = 1_000;

type Options = Pick<Services, 'env' | 'database' | 'now' | 'log'> & {
  node: Pick<Node, 'leases'>;
  /** Tests replace these. */
  run?: typeof runImport;
  lookMs?: number;
  watchMs?: number;
};

/** The import was thrown away while a process worked on it. */
class CanceledError extends Error {
  override name = 'CanceledError';
}

/**
 * Rehearses uploaded imports and makes rehearsed ones public, on one node at a time. After a start,
 * repeats work that a kill interrupted.
 */
export class ImportRunner {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#running = this.#attempt(() => this.#removeLeftovers());
    this.#timer = setInterval(() => void this.wake(), options.lookMs ?? LOOK_MS).unref();
  }

  /** Works on the import if there's something to do. Resolves when that's done. Never throws. */
  async wake(): Promise<void> {
    if (this.#abort.signal.aborted) return;
    this.#running ??= this.#attempt(() => this.#look());
    await this.#running;
  }

  /** Stops the work, which starts over when the server starts again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#abort.abort(new Error('The server is stopping'));
    await this.#running;
  }

  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      reportDatabaseError(this.#options.log, error, 'imports failed');
    } finally {
      this.#running = undefined;
    }
  }

  async #removeLeftovers(): Promise<void> {
    const { database, env, node } = this.#options;
    await node.leases.withLease(IMPORT_LEASE, async () => {
      await removeLeftovers(env, await readImportJob(database.read));
    });
  }

  async #look(): Promise<void> {
    const { database, node } = this.#options;
    if (!hasWork(await readImportJob(database.read))) return;
    await node.leases.withLease(IMPORT_LEASE, async (lease) => {
      // Another node may have just done it.
      const job = await readImportJob(database.read);
      if (job && hasWork(job)) await this.#work(job, lease);
    });
  }

  async #work(job: StoredImport, lease: HeldLease): Promise<void> {
    const { log, watchMs = WATCH_MS } = this.#options;
    const ended = new AbortController();
    let progress: string | null = null;
    let checked: Promise<void> | undefined;
    const watch = setInterval(() => {
      checked = this.#check(job, lease, progress).catch((error: unknown) => {
        const isOver = error instanceof CanceledError || error instanceof LostLeaseError;
        if (isOver) ended.abort(error);
        else reportDatabaseError(log, error, 'the progress of an import could not be stored');
      });
    }, watchMs);
    try {
      const summary = await this.#run(job, lease, {
        signal: AbortSignal.any([this.#abort.signal, ended.signal]),
        onProgress: (said) => {
          progress = said;
        },
      }).finally(() => clearInterval(watch));
      await checked;
      await this.#finish(job, lease, summary);
    } catch (error) {
      await checked;
      await this.#fail(job, lease, error);
    }
  }

  /** Stores the progress. Throws when this node may not continue. */
  async #check(job: StoredImport, lease: HeldLease, progress: string | null): Promise<void> {
    if (!lease.isHeld()) throw new LostLeaseError('Another node works on the import');
    const stored = await readImportJob(this.#options.database.read);
    if (stored?.id !== job.id) throw new CanceledError('The import was thrown away');
    if (progress !== stored.progress) await this.#change(job, lease, { progress });
  }

  async #run(
    job: StoredImport,
    lease: HeldLease,
    options: Parameters<typeof runImport>[1],
  ): Promise<RehearsalSummary | null> {
    const { env, run = runImport } = this.#options;
    const { id, name } = job;
    const file = uploadFile(env, id);
    const action = job.status === 'publishing' ? 'publish' : 'rehearse';
    const needed = action === 'publish' ? importFolder(env, id) : file;
    await stat(needed).catch(() => {
      throw new Error(
        "The uploaded export isn't on this server. If the site has several nodes, they must share the folder DATA_DIR/imports.",
      );
    });
    if (action === 'rehearse') {
      await keepUpload(env, id);
      await this.#change(job, lease, { status: 'rehearsing', progress: null });
    }
    return await run({ action, id, file, name, options: job.options }, options);
  }

  async #finish(
    job: StoredImport,
    lease: HeldLease,
    summary: RehearsalSummary | null,
  ): Promise<void> {
    const { env, log, now } = this.#options;
    const isPublished = job.status === 'publishing';
    await this.#change(job, lease, {
      ...(isPublished ? { status: 'published' } : { status: 'ready', summary }),
      progress: null,
      changedAt: now().toISOString(),
    });
    if (isPublished) await keepReport(env, job.id);
    log.info({ id: job.id }, isPublished ? 'made an import public' : 'rehearsed an import');
  }

  async #fail(job: StoredImport, lease: HeldLease, error: unknown): Promise<void> {
    const { env, log, now } = this.#options;
    // Not a failure: the work is repeated after the next start, or on the other node.
    if (this.#abort.signal.aborted) return;
    if (error instanceof LostLeaseError) throw error;
    if (!(error instanceof CanceledError)) {
      // The process only knows the path of the upload. Users know the file by its name.
      const message = errorMessage(error).replaceAll(uploadFile(env, job.id), () => job.name);
      log.error({ id: job.id, reason: message }, 'the import failed');
      const changes = { progress: null, error: message, changedAt: now().toISOString() };
      // A rehearsal that couldn't be made public stays, so that administrators can try again.
      const isPublishing = job.status === 'publishing';
      const status = isPublishing ? 'ready' : 'failed';
      await this.#change(job, lease, { status, ...changes }).catch(unlessCanceled);
      if (isPublishing) return;
    }
    await removeImportFolder(env, job.id);
  }

  /** Changes the import. Throws a CanceledError if it was thrown away. */
  async #change(
    { id }: StoredImport,
    lease: HeldLease,
    changes: Partial<StoredImport>,
  ): Promise<void> {
    await lease.database.transaction(async (tx) => {
      const stored = await lockImportJob(tx);
      if (stored?.id !== id) throw new CanceledError('The import was thrown away');
      await writeImportJob(tx, { ...stored, ...changes });
    });
  }
}

function unlessCanceled(error: unknown): void {
  if (!(error instanceof CanceledError)) throw error;
}

/** Whether a node must work on the import: `rehearsing` without a lease was interrupted. */
function hasWork(job: StoredImport | null): boolean {
  return job !== null && ['waiting', 'rehearsing', 'publishing'].includes(job.status);
}
