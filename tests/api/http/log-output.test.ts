import { openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogOutput } from '../../../api/http/log-output.ts';
import { openFifo } from '../../support/fifo.ts';

const line = (n: number) => `line ${n} ${'é'.repeat(40)}\n`;
const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => line(from + n));

it('writes a few lines within a second, and many at once', async () => {
  const fifo = openFifo();
  const output = createLogOutput(fifo.fd);
  output.write(line(0));
  expect(fifo.read()).toBe('');
  await expect.poll(() => fifo.read()).toBe(line(0));
  output.write('x'.repeat(5_000));
  await expect.poll(() => fifo.read(), { interval: 5, timeout: 400 }).toBe('x'.repeat(5_000));
});

it('writes every line once and in order to a reader that is slow', async () => {
  const fifo = openFifo();
  const output = createLogOutput(fifo.fd);
  const lines = many(0, 8_000);
  for (const each of lines) output.write(each);
  let received = '';
  let isFlushed = false;
  const flushed = output.flush().then(() => {
    isFlushed = true;
  });
  while (!isFlushed) {
    received += fifo.read();
    await wait(5);
  }
  await flushed;
  received += fifo.read();
  expect(received === lines.join('')).toBe(true);
  for (const each of many(0, 10)) output.write(each);
  output.flushSync();
  expect(fifo.read()).toBe(many(0, 10).join(''));
});

it('drops lines while a full pipe isn’t read, and continues once it is', async () => {
  const fifo = openFifo();
  const output = createLogOutput(fifo.fd);
  fifo.fill();
  for (const each of many(0, 40_000)) output.write(each);
  output.flushSync();
  const flushed = output.flush();
  let isFlushed = false;
  void flushed.then(() => {
    isFlushed = true;
  });
  let received = '';
  while (!isFlushed) {
    received += fifo.read();
    await wait(5);
  }
  received += fifo.read();
  expect(received.replace(/^\.+/, '').startsWith(line(0))).toBe(true);
  expect(received.length).toBeLessThan(2_000_000);
  output.write('again\n');
  await output.flush();
  expect(fifo.read()).toBe('again\n');
});

it('ends when the reader of the pipe is gone', async () => {
  const fifo = openFifo();
  const output = createLogOutput(fifo.fd);
  fifo.closeReader();
  output.write(line(0));
  output.flushSync();
  await output.flush();
  output.write(line(1));
  await output.flush();
});

it('goes on after a full disk', async () => {
  const output = createLogOutput(openSync('/dev/full', 'w'));
  output.write(line(0));
  await output.flush();
  output.write(line(1));
  output.flushSync();
});
