import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countedAs } from '../../../api/contract/pages.ts';
import { PUBLIC_PAGES } from '../../../src/lib/sitemap.ts';

/** Pages without parameters that aren't for readers: neither in the sitemap nor counted. */
const NOT_FOR_READERS = [
  '/404',
  '/create-post',
  '/dashboard',
  '/email-link',
  '/forgot-password',
  '/invitation',
  '/preview/ended',
  '/recent-stories',
  '/reset-password',
  '/signin',
  '/signup',
  '/stored-data',
  '/undo-email-change',
  '/unsubscribe',
  '/verify-email',
];
/** Listed, but not counted. */
const NOT_COUNTED = ['/authors', '/contact', '/privacy-policy', '/series', '/tags', '/terms'];
/** It shows what the reader asks for, so search engines have nothing to list. */
const NOT_LISTED = ['/search'];

const paths = globSync('**/*.astro', { cwd: 'src/pages' }).map(
  (file) => `/${file.replace(/(^|\/)index\.astro$|\.astro$/, '')}`,
);
const pages = paths.filter((path) => !path.includes('[') && !NOT_FOR_READERS.includes(path));
const PARAMETERS: Record<string, string> = { year: '2026', month: '01', page: '2' };
/** `/tag/[slug]/[...page]` as `/tag/x/2` */
const withParameters = paths
  .filter((path) => path.includes('['))
  .filter((path) => !/^\/(preview|update-post|own-page|\[slug\]$)/.test(path))
  .map((path) =>
    path.replace(/\[(?:\.{3})?(\w+)\]/g, (_, name: string) => PARAMETERS[name] ?? 'x'),
  );

describe('a new page', () => {
  it('is in the sitemap, or named here as one that is not', () => {
    expect([...PUBLIC_PAGES].sort()).toEqual(
      pages.filter((path) => !NOT_LISTED.includes(path)).sort(),
    );
  });

  it.each(pages)('%s is counted when it is read, or named here as one that is not', (path) => {
    expect(countedAs(path) !== undefined).toBe(!NOT_COUNTED.includes(path));
  });

  it.each(withParameters)('%s is counted when it is read', (path) => {
    expect(countedAs(path)).toBeDefined();
  });

  it('names the language of the site, not a fixed one', () => {
    const tags = globSync('src/**/*.astro').flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/<html[^>]*/g), ([tag]) => [file, tag]),
    );
    expect(tags.length).toBeGreaterThan(1);
    expect(tags.filter(([, tag]) => !tag?.includes('lang={site().language}'))).toEqual([]);
  });
});
