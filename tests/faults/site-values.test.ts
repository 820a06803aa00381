import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Site } from '../../api/contract/site.ts';
import type { Renderer } from '../../api/publish/types.ts';
import { DEFAULTS } from '../../api/site/read-site.ts';
import { ensureBuild } from '../../scripts/build.ts';
import { freePort, startServer } from '../e2e/support/server.ts';

// Every text of the site's settings comes from the settings of the moment: what a page or a bundle
// took from elsewhere would stay when the owner changes it.

/** Shorter texts, such as `Home`, are also words of the pages. */
const MIN_DISTINCT = 12;

let folder: string;
let clientDir: string;
let renderer: Renderer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-values-'));
  // Makes the database of the demo.
  const server = await startServer({ dataDir: folder, port: await freePort(), seed: 'demo' });
  await server.stop();
  process.env.DATA_DIR = folder;
  process.env.SITE_URL = 'http://site.example';
  const build = await ensureBuild();
  clientDir = build.clientDir;
  renderer = await import(build.rendererEntry);
});

afterAll(async () => {
  delete process.env.DATA_DIR;
  delete process.env.SITE_URL;
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Returns the settings with another text for each text. */
function marked(): { site: Site; markers: string[]; texts: string[] } {
  const markers: string[] = [];
  const texts: string[] = [];
  const mark = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item, n) => mark(item, `${path}${n}`));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, mark(item, `${path}${key}`)]),
      );
    }
    if (typeof value !== 'string' || KEPT.test(path)) return value;
    const marker = `zq${path.toLowerCase()}qz`;
    markers.push(marker);
    if (value.length >= MIN_DISTINCT) texts.push(value);
    if (/href$/.test(path)) return `https://${marker}.example/`;
    return /email$/i.test(path) ? `${marker}@site.example` : marker;
  };
  return { site: mark(DEFAULTS, '') as Site, markers, texts };
}

/** Values that aren't texts, and labels that the pages of the demo don't show. */
const KEPT =
  /^(?:language|timeZone|accent|homeLayout|searchOrder\d|readingTime\w+|categories\d(?:slug|editorLabel|chipLabel)|profiles\w+network|navigation0href)$/;

async function renderAll(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for await (const path of renderer.allPaths()) {
    const text = await (await renderer.render(`http://site.example${path}`)).text();
    // The time of rendering.
    pages.set(path, text.replace(/^Expires: .*$/m, ''));
  }
  return pages;
}

it('all pages show the settings that were set last', async () => {
  const before = await renderAll();
  const { site, markers, texts } = marked();
  renderer.setSite?.({ version: 1, hash: 'marked', site, changedAt: {} });
  const pages = await renderAll();
  const all = [...pages.values()].join('\n');
  expect(markers.filter((marker) => !all.includes(marker))).toEqual([]);
  const kept = [...pages].flatMap(([path, html]) =>
    texts.filter((text) => html.includes(text)).map((text) => `${path}: ${text}`),
  );
  expect(kept).toEqual([]);
  renderer.setSite?.({ version: 0, hash: '', site: DEFAULTS, changedAt: {} });
  const after = await renderAll();
  expect([...after].filter(([path, html]) => html !== before.get(path))).toEqual([]);
});

it('no script has a text of the settings', async () => {
  const { texts } = marked();
  const assets = join(clientDir, '_assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts) {
    const code = await readFile(join(assets, name), 'utf8');
    expect(
      texts.filter((text) => code.includes(text)),
      name,
    ).toEqual([]);
  }
});
