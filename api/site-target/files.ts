import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LIST_PATH } from '../contract/pages.ts';
import { routeKind } from '../http/routes.ts';
import { fileOf } from '../publish/files.ts';
import { cacheControlOf, contentTypeOf } from '../static/headers.ts';

/** A file of the published site, with its object in the bucket. */
export interface SiteFile {
  /** Relative to the root of the site, such as `post/x/index.html`. */
  file: string;
  /** The name of the object, such as `post/x`: its address without the leading slash. */
  key: string;
}

/** The order of uploads: objects before the objects that refer to them. */
export const PHASES = ['assets', 'pictures', 'posts', 'lists', 'archive'] as const;
export type Phase = (typeof PHASES)[number];

/** The home page. The CDN must serve it for `/` (its "default root object"). */
const HOME_KEY = 'index.html';
const NOT_FOUND_KEY = '404.html';

/** Returns the object of a file, or `undefined` for a file that isn't copied. */
export function siteFile(file: string): SiteFile | undefined {
  const isHidden = /(?:^|\/)\./.test(file) && !file.startsWith('.well-known/');
  // CDNs compress files themselves.
  if (isHidden || /\.(?:br|gz|tmp)$/.test(file)) return undefined;
  // The object at a former address of a post is the page that says where it has moved.
  const moved = /^post\/([^/]+)\.html$/.exec(file)?.[1];
  if (moved !== undefined) return { file, key: `post/${moved}` };
  return { file, key: file === HOME_KEY ? file : file.replace(/\/index\.html$/, '') };
}

/** Returns the files that an address (`/post/x`) can have. The first that exists wins. */
export function siteFilesOf(address: string): SiteFile[] {
  const file = siteFile(fileOf(address.replace(/(.)\/$/, '$1')));
  if (file === undefined) return [];
  const { key } = file;
  if (!key.startsWith('post/')) return [file];
  return [
    { file: `${key}/index.html`, key },
    { file: `${key}.html`, key },
  ];
}

/** Returns the address that visitors use for an object. */
export function addressOf(key: string): string {
  return key === HOME_KEY ? '/' : `/${key}`;
}

export function phaseOf(key: string): Phase {
  if (key.startsWith('_assets/')) return 'assets';
  if (/^(?:og|avatars)\/|^search\/.*(?<!\/index\.json)$/.test(key)) return 'pictures';
  if (key.startsWith('post/')) return 'posts';
  if (/^sitemap[^/]*\.xml$|^archive(?:\/|$)/.test(key) || LIST_PATH.test(`/${key}`)) {
    return 'archive';
  }
  return 'lists';
}

/** Returns the headers that the store keeps with an object. */
export function objectHeaders({ file, key }: SiteFile) {
  const address = addressOf(key);
  const type = contentTypeOf(file.endsWith('.html') ? 'index.html' : address);
  const status = key === NOT_FOUND_KEY ? 404 : 200;
  const described = { kind: routeKind(address), address, type, status };
  return { 'Content-Type': type, 'Cache-Control': cacheControlOf(described, { isCopy: true }) };
}

/** Returns the files to copy in a folder of the site (by default, in all of it). */
export async function listSite(root: string, folder = ''): Promise<SiteFile[]> {
  const entries: Dirent[] = await readdir(join(root, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      // Deleted in the meantime.
      if (error.code === 'ENOENT' && folder !== '') return [];
      throw error;
    },
  );
  const files: SiteFile[] = [];
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await listSite(root, name)));
    const file = entry.isFile() ? siteFile(name) : undefined;
    if (file !== undefined) files.push(file);
  }
  return files;
}
