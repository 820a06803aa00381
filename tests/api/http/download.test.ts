import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { download } from '../../../api/http/download.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

const SECOND_MS = 1000;
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND_MS);

it('passes everything on, in pieces of at most 16 KiB', async () => {
  const bytes = Buffer.alloc(100_000, 'Inkwell');
  const onEnd = vi.fn();
  const sizes: number[] = [];
  const pieces: Uint8Array[] = [];
  for await (const piece of download(new Blob([bytes]).stream(), { onEnd })) {
    sizes.push(piece.length);
    pieces.push(piece);
  }
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect(Math.max(...sizes)).toBe(16 * 1024);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('goes on while its client reads a piece every 29 s, for half an hour at most', async () => {
  const onEnd = vi.fn();
  const reader = download(new Blob([new Uint8Array(10_000_000)]).stream(), { onEnd }).getReader();
  for (let n = 0; n < 62; n++) {
    expect((await reader.read()).done).toBe(false);
    await wait(29);
  }
  expect(onEnd).not.toHaveBeenCalled();
  await wait(2);
  expect(onEnd).toHaveBeenCalledOnce();
  await expect(reader.read()).rejects.toThrow('The client reads too slowly');
});

it('waits for a slow source', async () => {
  const slow = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 60 * SECOND_MS));
      controller.enqueue(new Uint8Array([1]));
      controller.close();
    },
  });
  const read = new Response(download(slow)).arrayBuffer();
  await wait(60);
  expect((await read).byteLength).toBe(1);
});

it('passes an error of the source on, and ends', async () => {
  const onEnd = vi.fn();
  const broken = new ReadableStream<Uint8Array>({
    pull() {
      throw new Error('The disk is broken');
    },
  });
  await expect(new Response(download(broken, { onEnd })).arrayBuffer()).rejects.toThrow('broken');
  expect(onEnd).toHaveBeenCalledOnce();
});
