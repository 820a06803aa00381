import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { call, type Visitor } from './site.ts';

/** Returns the pages of posts in a release. */
export async function postsIn(root: string): Promise<string[]> {
  const slugs = await readdir(join(root, 'post')).catch(() => []);
  return slugs.map((slug) => join(root, 'post', slug, 'index.html'));
}

/** Returns the names of the site that the pages of the served release show. */
export async function namesIn(dataDir: string): Promise<string[]> {
  // The link may be swapped while they're read. The earlier release is kept.
  const root = await realpath(join(dataDir, 'site'));
  const files = [
    ...(await postsIn(root)),
    join(root, 'index.html'),
    join(root, 'about/index.html'),
  ];
  const names = new Set<string>();
  for (const file of files) names.add(nameIn(await readFile(file, 'utf8')) ?? `none: ${file}`);
  return [...names];
}

/** Returns the name of the site that a page shows. */
export function nameIn(html: string): string | undefined {
  return /<meta property="og:site_name" content="([^"]*)"/.exec(html)?.[1];
}

/** Changes the name of the site through a node. Returns the version of the settings. */
export async function rename(
  { url }: { url: string },
  { cookie }: Pick<Visitor, 'cookie'>,
  name: string,
): Promise<number> {
  const current = await call(url, 'GET', '/api/settings/site', { cookie });
  const { version } = JSON.parse(current.text) as { version: number };
  const json = { version, site: { name } };
  const stored = await call(url, 'PUT', '/api/settings/site', { json, cookie });
  expect(stored.status, stored.text).toBe(200);
  return version + 1;
}
