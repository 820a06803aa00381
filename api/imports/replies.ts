import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Yields the JSON objects that a process prints, one per line. Skips what a library has printed.
 */
export async function* repliesOf<T>(output: Readable): AsyncGenerator<T> {
  for await (const line of createInterface(output)) {
    const reply = replyOf<T>(line);
    if (reply !== undefined) yield reply;
  }
}

function replyOf<T>(line: string): T | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}
