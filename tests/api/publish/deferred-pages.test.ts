import { pino } from 'pino';
import { expect, it } from 'vitest';
import { DeferredPages } from '../../../api/publish/deferred-pages.ts';

it('a page that is added again while it’s being written is written again', async () => {
  const written: string[][] = [];
  let during: () => void = () => {};
  const pages = new DeferredPages({
    write: async (paths) => {
      written.push(paths);
      during();
    },
    hasBulk: () => false,
    log: pino({ level: 'silent' }),
  });
  pages.add(['/_redirects', '/sitemap.xml']);
  during = () => pages.add(['/_redirects']);
  await pages.write();
  during = () => {};
  expect(pages.paths).toEqual(['/_redirects']);
  await pages.write();
  expect(written).toEqual([['/_redirects', '/sitemap.xml'], ['/_redirects']]);
  expect(pages.paths).toEqual([]);
});

it('a visit waits for the next write of its page that begins, even if it fails', async () => {
  const events: string[] = [];
  let during: () => void = () => {};
  const pages = new DeferredPages({
    write: async () => {
      during();
      events.push('written');
      if (events.length > 1) throw new Error('The disk is full');
    },
    hasBulk: () => true,
    log: pino({ level: 'silent' }),
  });
  pages.add(['/archive']);
  const first = pages.waitFor('/archive').then(() => events.push('first visit'));
  let second: Promise<unknown> | undefined;
  during = () => {
    second ??= pages.waitFor('/archive').then(() => events.push('second visit'));
  };
  await pages.write();
  await first;
  expect(events).toEqual(['written', 'first visit']);
  await expect(pages.write()).rejects.toThrow('The disk is full');
  await second;
  expect(events).toEqual(['written', 'first visit', 'written', 'second visit']);
});

it('many pages are written in parts, those that a visit waits for first', async () => {
  const written: string[][] = [];
  const pages = new DeferredPages({
    write: async (paths) => void written.push(paths),
    hasBulk: () => false,
    log: pino({ level: 'silent' }),
  });
  const tags = Array.from({ length: 20 }, (_, n) => `/tag/${n}`);
  pages.add(['/post/neighbor', ...tags]);
  await pages.write();
  expect(pages.waitMs(), 'the rest is due').toBe(0);
  const visit = pages.waitFor('/tag/19');
  await pages.write();
  await visit;
  expect(written[1]).toContain('/tag/19');
  await pages.writeAll();
  expect(written.flat()).toHaveLength(21);
  expect(new Set(written.flat())).toEqual(new Set(['/post/neighbor', ...tags]));
  expect(written.at(-1), 'posts come last').toEqual(['/post/neighbor']);
  expect(Math.max(...written.map((part) => part.length))).toBeLessThanOrEqual(4);
  expect(pages.waitMs()).toBeUndefined();
});

it('after a failure nothing is due at once, and all pages stay', async () => {
  const pages = new DeferredPages({
    write: () => Promise.reject(new Error('The disk is full')),
    hasBulk: () => false,
    log: pino({ level: 'silent' }),
  });
  const tags = Array.from({ length: 20 }, (_, n) => `/tag/${n}`);
  pages.add(tags);
  await expect(pages.write()).rejects.toThrow('The disk is full');
  expect(pages.waitMs()).toBeGreaterThan(0);
  await expect(pages.writeAll()).rejects.toThrow('The disk is full');
  expect(pages.paths).toEqual(tags);
});
