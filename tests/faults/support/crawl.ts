import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { vi } from 'vitest';

/** Where pages lead, besides the links in them. */
const STARTS = [
  ...['/', '/search', '/archive', '/about', '/nowhere', '/rss.xml', '/sitemap.xml', '/robots.txt'],
  ...['/_redirects', '/manifest.webmanifest', '/author/admin', '/author/writer', '/feed.json'],
  ...['/tags', '/series', '/authors'],
];
const MAX_PAGES = 1000;
/** Links in HTML and XML, and pictures in `meta`. */
const LINK = /(?:(?:href|src)="|content="(?=https?:)|<(?:loc|link|guid[^>]*)>)([^"#<]+)/g;

/** Reads all that a guest finds by following links. Returns the bodies by path. */
export async function crawl(url: string): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  const waiting = [...STARTS];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (bodies.has(path)) continue;
    if (bodies.size >= MAX_PAGES) throw new Error(`More than ${MAX_PAGES} pages`);
    const response = await fetch(url + path, { redirect: 'manual' });
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
    bodies.set(path, JSON.stringify([...response.headers]) + body);
    if (!/html|xml/.test(response.headers.get('content-type') ?? '')) continue;
    for (const [, link = ''] of body.matchAll(LINK)) {
      const target = URL.parse(link.replaceAll('&amp;', '&').trim(), url + path);
      if (target?.origin === url) waiting.push(target.pathname);
    }
  }
  return bodies;
}

/** Reads all files below a folder, unpacked. Returns the contents by path. */
export async function readAll(folder: string): Promise<Map<string, string>> {
  // The search index renames folders.
  const files = await vi.waitFor(
    () => readdir(folder, { recursive: true, withFileTypes: true }),
    60_000,
  );
  const found = new Map<string, string>();
  for (const file of files) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    // A release may be replaced in the meantime.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    found.set(path, unpacked(path, bytes).toString('latin1'));
  }
  return found;
}

function unpacked(path: string, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  if (path.endsWith('.br')) return brotliDecompressSync(bytes);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Returns the paths whose name or body has one of the words, in any letter case. */
export function pathsWith(bodies: Map<string, string>, words: readonly string[]): string[] {
  const has = (text: string) => words.some((word) => text.toLowerCase().includes(word));
  return Array.from(bodies).flatMap(([path, body]) => (has(path) || has(body) ? [path] : []));
}
