import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { SearchEntry } from '../contract/search.ts';

/** The posts of a batch for the search index. The render thread sends them while it renders. */
export interface SentEntries {
  entries: Promise<SearchEntry[]>;
  /** For the render thread. */
  port: MessagePort;
  /** Rejects `entries` unless they have arrived. */
  close(): void;
}

export function receiveEntries(): SentEntries {
  const { port1, port2 } = new MessageChannel();
  const entries = new Promise<SearchEntry[]>((resolve, reject) => {
    port1.once('message', resolve);
    port1.once('close', () => reject(new Error('The render thread sent no search entries.')));
  });
  entries.catch(() => undefined);
  return { entries, port: port2, close: () => port1.close() };
}
