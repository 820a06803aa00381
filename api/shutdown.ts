import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Time for open responses once the process is stopping. */
const DRAIN_MS = 10_000;
const IDLE_CHECK_MS = 100;
const FLUSH_MS = 1_000;

interface Running {
  server: Server;
  log: Logger;
  /** Called first: the process is stopping. */
  onStopping(): void;
  /** Waits for background work, such as copying pictures. At most `DRAIN_MS`. */
  backgroundWork(): Promise<unknown>;
  /** Stopped one after another, once all responses are sent. */
  parts: readonly { stop(): unknown }[];
  /** Writes the buffered log lines. Never resolves if the reader of the pipe is stuck. */
  flushLog(): Promise<void>;
}

/**
 * Ends the process in order on SIGINT, SIGTERM, SIGHUP and the end of the launcher: responses sent,
 * parts stopped, log flushed, exit code 0. A second signal ends it at once. Returns a function that
 * ends it in the same order with another exit code.
 */
export function stopOnSignals(running: Running): (why: string, code: number) => Promise<void> {
  const { server, log, onStopping, backgroundWork, parts, flushLog } = running;
  let isStopping = false;

  async function stop(why: string, code = 0): Promise<void> {
    if (isStopping) process.exit(130);
    isStopping = true;
    onStopping();
    log.info({ why }, 'stopping');
    await drain(server);
    await Promise.race([backgroundWork(), wait(DRAIN_MS)]);
    for (const part of parts) await part.stop();
    await Promise.race([flushLog(), wait(FLUSH_MS)]);
    process.exit(code);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal));
  }
  // The launcher of this process has ended: nothing else could stop it.
  process.on('disconnect', () => void stop('disconnect'));
  return stop;
}

/**
 * Takes no new connections, and closes open ones after their response. Node would serve a proxy's
 * connection as long as requests come on it.
 */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
