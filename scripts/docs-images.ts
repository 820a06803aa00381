/**
 * `npm run docs:images`: the pictures in the README. Starts the demo in a temporary folder,
 * and lays screenshots side by side: pages for readers, and the dashboard with the editor.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { readArguments } from '../cli/terminal.ts';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';
import { ADMIN, startServer } from '../tests/e2e/support/server.ts';
import { ensureBuild } from './build.ts';

readArguments('Usage: npm run docs:images\n\nCreates the pictures in the README.', {});

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const DESKTOP = { width: 1280, height: 1060 };
const PHONE = { width: 390, height: 1060 };
const GAP = 28;
const SCALE = 0.6;
const CORNER = 14;

interface Shot {
  path: string;
  theme: 'light' | 'dark';
  viewport: { width: number; height: number };
  /** As the administrator. */
  signedIn?: boolean;
}

async function take(
  browser: Browser,
  { path, theme, viewport, signedIn = false }: Shot,
): Promise<Buffer> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1, reducedMotion: 'reduce' });
  if (signedIn)
    await page.request.post(`${site.url}/api/auth/signin`, {
      data: { email: ADMIN.email, password: ADMIN.password },
    });
  await page.addInitScript((chosen) => {
    localStorage.setItem('root', JSON.stringify({ version: 1, theme: chosen, currentUser: null }));
  }, theme);
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

/** Scaled down, with round corners. */
async function framed(picture: Buffer, viewport: Shot['viewport']): Promise<Buffer> {
  const width = Math.round(viewport.width * SCALE);
  const height = Math.round(viewport.height * SCALE);
  const mask = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${CORNER}"/></svg>`;
  return sharp(picture)
    .resize(width, height)
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

async function compose(browser: Browser, file: string, shots: readonly Shot[]): Promise<void> {
  const pictures: Buffer[] = [];
  for (const shot of shots) pictures.push(await take(browser, shot));
  const frames = await Promise.all(
    shots.map(({ viewport }, index) => framed(pictures[index] ?? Buffer.alloc(0), viewport)),
  );
  let left = GAP;
  const placed = frames.map((input, index) => {
    const at = { input, left, top: GAP };
    left += Math.round((shots[index]?.viewport.width ?? 0) * SCALE) + GAP;
    return at;
  });
  const height = Math.round(DESKTOP.height * SCALE) + 2 * GAP;
  await sharp({ create: { width: left, height, channels: 4, background: '#d9d6cf' } })
    .composite(placed)
    .webp({ quality: 82 })
    .toFile(join(IMAGES, file));
  console.log(`Written: docs/images/${file}`);
}

await ensureBuild({ say: (line) => console.log(line) });
const site = await startServer({ seed: 'demo', hostname: 'localhost' });
try {
  const executablePath = ensureBrowser((line) => console.log(line));
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  const newest = await fetch(`${site.url}/api/post/getposts?limit=2`);
  const { posts } = (await newest.json()) as { posts: { _id: string; slug: string }[] };
  await compose(browser, 'inkwell.webp', [
    { path: '/', theme: 'light', viewport: DESKTOP },
    { path: `/post/${posts[1]?.slug}`, theme: 'light', viewport: PHONE },
    { path: '/', theme: 'dark', viewport: DESKTOP },
  ]);
  await compose(browser, 'dashboard.webp', [
    { path: '/dashboard?tab=dash', theme: 'light', viewport: DESKTOP, signedIn: true },
    { path: `/update-post/${posts[1]?._id}`, theme: 'dark', viewport: DESKTOP, signedIn: true },
  ]);
  await browser.close();
} finally {
  await site.stop();
}
