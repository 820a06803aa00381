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

it('who waits for a page waits for the next write, even if it fails', async () => {
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
  const first = pages.nextWrite.then(() => events.push('first visit'));
  let second: Promise<unknown> | undefined;
  during = () => {
    pages.hurry(['/archive']);
    second ??= pages.nextWrite.then(() => events.push('second visit'));
  };
  await pages.write();
  await first;
  expect(events).toEqual(['written', 'first visit']);
  await expect(pages.write()).rejects.toThrow('The disk is full');
  await second;
  expect(events).toEqual(['written', 'first visit', 'written', 'second visit']);
});
