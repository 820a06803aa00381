/**
 * `npm run docs:images`: the pictures in the README. Starts the demo in a temporary folder,
 * and lays screenshots side by side: pages for readers, and the dashboard with the editor.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { readArguments } from '../cli/terminal.ts';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';

readArguments('Usage: npm run docs:images\n\nCreates the pictures in the README.', {});

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const ADMIN = { email: 'admin@example.com', password: 'only for these screenshots' };
const PORT = process.env.PORT ?? '4399';
const ORIGIN = `http://localhost:${PORT}`;
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
  if (signedIn) await page.request.post(`${ORIGIN}/api/auth/signin`, { data: ADMIN });
  await page.addInitScript((chosen) => {
    localStorage.setItem('root', JSON.stringify({ version: 1, theme: chosen, currentUser: null }));
  }, theme);
  await page.goto(ORIGIN + path, { waitUntil: 'networkidle' });
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

const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-screenshots-'));
const server = spawn(process.execPath, [fileURLToPath(new URL('start.ts', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT,
    SITE_URL: ORIGIN,
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  },
});
try {
  const ready = new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Inkwell is at')) resolve();
    });
    server.once('exit', () => reject(new Error('The server did not start.')));
  });
  await ready;
  const executablePath = ensureBrowser((line) => console.log(line));
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  const newest = await fetch(`${ORIGIN}/api/post/getposts?limit=2`);
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
  const ended = once(server, 'exit');
  if (server.kill('SIGTERM')) await ended;
  await rm(dataDir, { recursive: true, force: true });
}
