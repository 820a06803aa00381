import { write, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Characters. Writing each line separately costs more than serving a page. */
const BATCH = 4_096;
const FLUSH_EVERY_MS = 500;
/** How soon to retry a full pipe. */
const RETRY_MS = 50;
/** How long the exit of the process may wait for a full pipe. */
const EXIT_MS = 500;
/** Maximum number of characters waiting for a full pipe. Further lines are dropped. */
const MAX_WAITING = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

const writeAsync = promisify(write);
const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EAGAIN';

export interface LogOutput {
  write(line: string): void;
  /** Writes the buffered lines. Resolves when the reader of a full pipe has read them. */
  flush(): Promise<void>;
  /** The same at exit, for half a second at most. */
  flushSync(): void;
}

/**
 * Buffers log lines for a file or a pipe. Never throws, and never keeps the process from ending:
 * lines that can't be written (the pipe has no reader, the disk is full) are dropped.
 */
export function createLogOutput(fd: number): LogOutput {
  let lines = '';
  let batch: Buffer = NOTHING;
  let isWriting = false;
  let draining: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function writeBatch(): Promise<void> {
    while (batch.length > 0) {
      isWriting = true;
      try {
        const { bytesWritten } = await writeAsync(fd, batch);
        batch = batch.subarray(bytesWritten);
      } catch (error) {
        if (!isFull(error)) batch = NOTHING;
      }
      isWriting = false;
      if (batch.length > 0) await wait(RETRY_MS, undefined, { ref: false });
    }
  }

  async function drain(): Promise<void> {
    while (lines !== '') {
      batch = Buffer.from(lines);
      lines = '';
      await writeBatch();
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    draining ??= drain().finally(() => {
      draining = undefined;
    });
    return draining;
  }

  return {
    flush,
    write(line) {
      if (lines.length + line.length > MAX_WAITING) return;
      lines += line;
      if (lines.length >= BATCH && !draining) void flush();
      else timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS).unref();
    },
    flushSync() {
      // Otherwise a batch being written would appear twice.
      writeAllSync(fd, Buffer.concat([isWriting ? NOTHING : batch, Buffer.from(lines)]));
    },
  };
}

function writeAllSync(fd: number, bytes: Buffer): void {
  const until = Date.now() + EXIT_MS;
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!isFull(error) || Date.now() > until) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}
