/**
 * Renders the artwork of the demo content, `db/demo/art/*.svg`, into the pictures that the demo
 * posts use.
 *
 *   node scripts/demo-pictures.ts [NAME…]
 *
 * Without names (`figure-abort`), all are rendered. The results are committed, so this runs only
 * after a drawing was changed. A browser draws them, because the figures use the site's fonts.
 * Figures get a second picture for the dark theme, `figure-abort-dark`, in other colors.
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';

type PictureFacts = { width: number; height: number; bytes: number; alt?: string };

const demoDir = new URL('../db/demo/', import.meta.url);
const fontFile = new URL('../src/styles/fonts/figtree.woff2', import.meta.url);
const artDir = new URL('art/', demoDir);
const picturesDir = new URL('pictures/', demoDir);

const FULL_WIDTH = 1600;
const AVIF_WIDTHS = [480, 960, 1600];
const WEBP_WIDTHS = [480, 960];

/** The colors of a figure, and the ones that replace them in the dark theme. */
const DARK: Partial<Record<string, string>> = {
  '#f5f4f1': '#171d2b',
  '#fffdf8': '#1f2739',
  '#16213e': '#e9e4da',
  '#8f95a6': '#7f889c',
  '#b93f1c': '#ff8a66',
  '#2c5a60': '#8cc0bd',
  '#4f8a8b': '#5fa3a3',
  '#a9cbc4': '#2f5257',
  '#a67a22': '#d9a441',
  '#8a6518': '#e9c983',
  '#d9a441': '#7a5c1f',
  '#eac982': '#5c4a22',
  '#e6d9be': '#34384a',
};

const inTheDark = (svg: string) => svg.replace(/#[0-9a-f]{6}\b/g, (color) => DARK[color] ?? color);

const avif = (image: Sharp) => image.avif({ quality: 55, effort: 4 });
const webp = (image: Sharp) => image.webp({ quality: 82, effort: 4 });

/** Draws an SVG at twice the size: small sizes are then scaled from a sharp bitmap. */
async function draw(browser: Browser, svg: string): Promise<Buffer> {
  const [, width = 1600, height = 900] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
  const scale = FULL_WIDTH / width;
  const viewport = { width: FULL_WIDTH, height: Math.round(height * scale) };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2 });
  const font = (await readFile(fontFile)).toString('base64');
  await page.setContent(
    `<style>@font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${font}) }
     body { margin: 0 } svg { display: block; width: 100%; height: auto }</style>${svg}`,
  );
  await page.evaluate(() => document.fonts.ready);
  const bitmap = await page.screenshot();
  await page.close();
  return bitmap;
}

/**
 * Renders a drawing in all sizes and formats. Returns the name and the facts of the main file. The
 * drawing's title is its alternative text.
 */
async function renderPicture(
  browser: Browser,
  name: string,
  svg: string,
): Promise<[string, PictureFacts]> {
  const bitmap = await draw(browser, svg);
  const sized = (width: number) => sharp(bitmap).resize({ width });
  const path = (file: string) => fileURLToPath(new URL(file, picturesDir));

  const { width, height, size } = await webp(sized(FULL_WIDTH)).toFile(path(`${name}.webp`));
  for (const w of AVIF_WIDTHS) await avif(sized(w)).toFile(path(`${name}-${w}.avif`));
  for (const w of WEBP_WIDTHS) await webp(sized(w)).toFile(path(`${name}-${w}.webp`));
  const alt = /<title>([^<]+)</.exec(svg)?.[1];
  return [`${name}.webp`, { width, height, bytes: size, alt }];
}

async function totalBytes(directory: URL): Promise<number> {
  const files = await readdir(directory);
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(new URL(file, directory))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const all = (await readdir(artDir)).filter((file) => file.endsWith('.svg')).sort();
const names = process.argv.length > 2 ? process.argv.slice(2) : all.map((f) => basename(f, '.svg'));
await mkdir(picturesDir, { recursive: true });

const factsFile = new URL('pictures.json', demoDir);
const facts: Record<string, PictureFacts> = JSON.parse(await readFile(factsFile, 'utf8'));
const browser = await chromium.launch({
  executablePath: ensureBrowser(console.log),
  args: BROWSER_ARGS,
});
for (const name of names) {
  const svg = await readFile(new URL(`${name}.svg`, artDir), 'utf8');
  const drawings = [[name, svg] as const];
  if (name.startsWith('figure-')) drawings.push([`${name}-dark`, inTheDark(svg)]);
  for (const drawing of drawings) {
    const [file, picture] = await renderPicture(browser, ...drawing);
    facts[file] = picture;
  }
}
await browser.close();
await writeFile(factsFile, `${JSON.stringify(facts, null, 2)}\n`);

const kilobytes = Math.round((await totalBytes(picturesDir)) / 1024);
console.log(`${names.length} drawings, ${kilobytes} kB of pictures`);
