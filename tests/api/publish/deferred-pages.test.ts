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
