/** A client that reads nothing for this long is gone, or keeps the download open on purpose. */
const STALL_MS = 30_000;
/**
 * Bytes that a client must read within `STALL_MS`, even on a slow connection. A chunk can be a
 * whole picture.
 */
const PIECE_BYTES = 16 * 1024;
const MAX_MS = 30 * 60 * 1000;

interface DownloadOptions {
  onEnd?: () => void;
  stallMs?: number;
  maxMs?: number;
}

/**
 * Forwards a stream in small pieces, and ends it with an error when its client stops reading. The
 * connection's timeout isn't enough, because every byte restarts it. `onEnd` is called exactly
 * once.
 */
export function download(
  source: ReadableStream<Uint8Array>,
  { onEnd, stallMs = STALL_MS, maxMs = MAX_MS }: DownloadOptions = {},
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let rest: Uint8Array = new Uint8Array();
  let stalled: NodeJS.Timeout | undefined;
  let overdue: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(stalled);
    clearTimeout(overdue);
    onEnd?.();
    onEnd = undefined;
  };
  const endAfter = (ms: number, controller: ReadableStreamDefaultController) =>
    setTimeout(() => {
      const reason = new Error('The client reads too slowly');
      controller.error(reason);
      reader.cancel(reason).catch(() => undefined);
      end();
    }, ms).unref();

  return new ReadableStream(
    {
      start(controller) {
        overdue = endAfter(maxMs, controller);
        stalled = endAfter(stallMs, controller);
      },
      async pull(controller) {
        // Waiting for the source isn't the client's fault.
        clearTimeout(stalled);
        try {
          while (rest.length === 0) {
            const { done, value } = await reader.read();
            if (done) {
              end();
              return controller.close();
            }
            rest = value;
          }
        } catch (error) {
          end();
          throw error;
        }
        controller.enqueue(rest.subarray(0, PIECE_BYTES));
        rest = rest.subarray(PIECE_BYTES);
        stalled = endAfter(stallMs, controller);
      },
      async cancel(reason) {
        end();
        // The source may throw the reason of the cancellation.
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    // Don't read ahead of the client.
    { highWaterMark: 0 },
  );
}
