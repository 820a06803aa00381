import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { onTestFinished } from 'vitest';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

export interface Fifo {
  /** The writing end. */
  fd: number;
  /** Writes until nothing more fits. */
  fill(): void;
  /** Returns what was written and not read yet. */
  read(): string;
  /** The reader goes away. */
  closeReader(): void;
}

/** Opens a pipe whose reader is this test. `isBlocking`: as a shell opens it. */
export function openFifo({ isBlocking = false } = {}): Fifo {
  const folder = mkdtempSync(join(tmpdir(), 'inkwell-fifo-'));
  const path = join(folder, 'pipe');
  const made = spawnSync('mkfifo', [path], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`mkfifo: ${made.stderr}`);
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  const fd = openSync(path, isBlocking ? O_WRONLY : O_WRONLY | O_NONBLOCK);
  const filler = openSync(path, O_WRONLY | O_NONBLOCK);
  // Characters may be split between two reads.
  const decoder = new StringDecoder();
  const open = new Set([reader, fd, filler]);
  onTestFinished(() => {
    for (const each of open) closeSync(each);
    rmSync(folder, { recursive: true });
  });
  return {
    fd,
    fill() {
      for (const size of [4096, 1]) {
        while (unlessAgain(() => writeSync(filler, Buffer.alloc(size, '.'))) !== undefined);
      }
    },
    read() {
      const chunks: Buffer[] = [];
      for (;;) {
        const chunk = Buffer.alloc(65_536);
        const length = unlessAgain(() => readSync(reader, chunk));
        if (!length) return decoder.write(Buffer.concat(chunks));
        chunks.push(chunk.subarray(0, length));
      }
    },
    closeReader() {
      closeSync(reader);
      open.delete(reader);
    },
  };
}

/** Returns undefined when the pipe is full, or empty. */
function unlessAgain(work: () => number): number | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    return undefined;
  }
}
