import { atom } from 'nanostores';
import type { ImportJob } from '../../../../api/contract/imports.ts';
import { requestMessage, retryMsOf, statusOf } from '../../ui/request.ts';
import { checkSession } from '../data.tsx';
import { sendPiece, UnreadableFile } from './send-piece.ts';

/** This page's upload of an export. It continues while other tabs of the dashboard are open. */
export interface Upload {
  /** The id of the import. */
  id: string;
  file: File;
  /** Bytes that the server has. */
  received: number;
  /** `received`, and those of the current piece that were sent. */
  sent: number;
  /** `retrying`: the connection was lost. `sent`: the server has everything. */
  state: 'sending' | 'retrying' | 'paused' | 'sent';
  /** Why it paused by itself. */
  problem: string | null;
}

/** No response, another page that uploads, too many requests, or a restarting server. */
const TEMPORARY = [0, 409, 429, 502, 503, 504];
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
const UNREADABLE =
  'Your browser can’t read the file anymore. It may have been moved or changed. Choose it again.';

export const $upload = atom<Upload | null>(null);

let running: AbortController | undefined;

/** Sends a file, beginning after the bytes that the server has. */
export function startUpload({ id, received }: ImportJob, file: File): void {
  running?.abort();
  $upload.set({ id, file, received, sent: received, state: 'sending', problem: null });
  continueUpload();
}

export function continueUpload(): void {
  running?.abort();
  running = new AbortController();
  void send(running.signal);
}

export function pauseUpload(): void {
  running?.abort();
  change({ state: 'paused', sent: $upload.get()?.received });
}

/** Stops the upload, and forgets the file. */
export function dropUpload(): void {
  running?.abort();
  $upload.set(null);
}

function change(changes: Partial<Upload>): void {
  const upload = $upload.get();
  if (upload) $upload.set({ ...upload, ...changes });
}

async function send(signal: AbortSignal): Promise<void> {
  change({ state: 'sending', problem: null });
  let failures = 0;
  for (let upload = $upload.get(); upload; upload = $upload.get()) {
    const { file, received } = upload;
    if (received >= file.size) return change({ state: 'sent' });
    try {
      const onProgress = (bytes: number) => change({ state: 'sending', sent: received + bytes });
      const now = await sendPiece(file, received, { onProgress, signal });
      signal.throwIfAborted();
      change({ state: 'sending', received: now, sent: now });
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (!TEMPORARY.includes(statusOf(error)) || error instanceof UnreadableFile) {
        return stop(error);
      }
      change({ state: 'retrying', sent: received });
      const pause = Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS);
      failures += 1;
      await wait(Math.max(pause, retryMsOf(error)), signal);
      if (signal.aborted) return;
    }
  }
}

function stop(error: unknown): void {
  checkSession(error);
  const isUnreadable = error instanceof UnreadableFile;
  const problem = isUnreadable ? UNREADABLE : requestMessage(error);
  change({ state: 'paused', sent: $upload.get()?.received, problem });
}

/** Waits until the time is over or the browser is online again. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/** The browser asks before it leaves the page while a file is being sent. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

$upload.subscribe((upload) => {
  const isActive = upload?.state === 'sending' || upload?.state === 'retrying';
  if (isActive) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});
