/**
 * `npm run screenshots`: takes every screen and state at two widths, light and dark, and writes
 * them to screenshots/ with a contact sheet, index.html. `npm run screenshots -- create` takes only
 * states with "create" in their name; several words are alternatives. Exits with 1 and the names of
 * states that can't be reached.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { readArguments } from '../cli/terminal.ts';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';
import { ADMIN, type RunningServer, startServer } from '../tests/e2e/support/server.ts';
import { ensureBuild } from './build.ts';
import { call, type Session, signIn } from './screens/calls.ts';
import { dashboardStates } from './screens/dashboard.ts';
import { deskStates } from './screens/desk.ts';
import { prepareDesk } from './screens/desk-content.ts';
import { mediaStates } from './screens/media.ts';
import { publicStates } from './screens/public.ts';
import { type Content, type Role, type State, visibleText } from './screens/state.ts';
import { writingStates } from './screens/writing.ts';

const FOLDER = fileURLToPath(new URL('../screenshots/', import.meta.url));
const VARIANTS = [1280, 375].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);
const READER = { username: 'reader', email: 'reader@example.com', password: 'the long way home 7' };
const TIMEOUT_MS = 10_000;
const LOAD_TIMEOUT_MS = 30_000;
const SETTLE_MS = 250;
const PARALLEL = 3;

type Variant = (typeof VARIANTS)[number];
type Sessions = Record<Role, Session | undefined>;

const fileOf = ({ name }: State, { width, theme }: Variant) =>
  `${name.replaceAll(' ', '-')}-${width}-${theme}.png`;

interface StoredPost {
  _id: string;
  slug: string;
  content: string;
  image: string;
}

const VIDEOS = [
  'https://www.youtube.com/embed/aqz-KE-bpKQ',
  'https://player.vimeo.com/video/1084537',
];

/** Writes two posts, and a comment of the reader on a demo post with a cover and code. */
async function prepare(site: RunningServer, { reader, admin }: Sessions): Promise<Content> {
  if (!reader || !admin) throw new Error('Not signed in');
  const { posts } = await call<{ posts: StoredPost[] }>(site, 'GET', 'post/getposts?limit=9');
  const article = posts.find(({ content, image }) => image && content.includes('<pre'));
  if (!article) throw new Error('No demo post has a cover and code');
  const comment = {
    content: 'The part about names helped me.',
    postId: article._id,
    userId: reader.user._id,
  };
  await call(site, 'POST', 'comment/create', { data: comment, as: reader });
  const publish = (title: string, content: string) =>
    call<StoredPost>(site, 'POST', 'post/create', {
      data: { title, category: 'Travel', content },
      as: admin,
    });
  const players = VIDEOS.map((src) => `<iframe class="ql-video" src="${src}"></iframe>`);
  const videos = await publish(
    'Two short films',
    `<p>Watch these.</p>${players.join('<p>Then:</p>')}`,
  );
  const edited = await publish('A walk', '<p>It begins behind the station.</p>');
  return {
    article: { id: article._id, slug: article.slug },
    videos,
    edited: { id: edited._id },
    adminId: admin.user._id,
    desk: await prepareDesk(site, admin),
  };
}

async function waitUntilReached(page: Page, { name, shows, isOnScreen }: State): Promise<void> {
  const proof = typeof shows === 'function' ? shows(page) : visibleText(page, shows);
  const sees = expect(proof, `"${name}" shows it`);
  if (isOnScreen) await sees.toBeInViewport({ timeout: TIMEOUT_MS });
  else await sees.toBeVisible({ timeout: TIMEOUT_MS });
}

async function take(
  browser: Browser,
  site: RunningServer,
  sessions: Sessions,
  state: State,
  variant: Variant,
) {
  const { width, theme } = variant;
  const session = sessions[state.as ?? 'guest'];
  const viewport = { width, height: width === 375 ? 667 : 900 };
  const context = await browser.newContext({
    baseURL: site.url,
    viewport,
    reducedMotion: 'reduce',
  });
  try {
    context.setDefaultTimeout(TIMEOUT_MS);
    context.setDefaultNavigationTimeout(LOAD_TIMEOUT_MS);
    if (session) {
      const cookies = session.cookie.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return { name, value, url: site.url };
      });
      await context.addCookies(cookies);
    }
    const root = { version: 1, theme, currentUser: session ? { user: session.user } : null };
    await context.addInitScript((stored) => {
      // Pictures in frames have no storage.
      if (window === top) localStorage.setItem('root', stored);
    }, JSON.stringify(root));
    const page = await context.newPage();
    await state.before?.(page);
    await page.goto(state.path, { waitUntil: state.before ? 'load' : 'networkidle' });
    await state.act?.(page);
    await waitUntilReached(page, state);
    if (!state.isOnScreen) await page.evaluate(() => window.scrollTo(0, 0));
    // Fonts, pictures and transitions.
    await page.waitForTimeout(SETTLE_MS);
    const path = join(FOLDER, fileOf(state, variant));
    await page.screenshot({ path, fullPage: !state.isOnScreen });
  } finally {
    await context.close();
  }
}

function contactSheet(states: readonly State[], failed: ReadonlySet<string>): string {
  const rows = states.map((state) => {
    const pictures = VARIANTS.filter(({ width }) => (state.only ?? width) === width)
      .map((variant) => fileOf(state, variant))
      .map((file) =>
        failed.has(file)
          ? `<p>Not reached: ${file}</p>`
          : `<a href="${file}"><img loading="lazy" alt="${file}" src="${file}"></a>`,
      );
    return `<h2>${state.name}</h2><div>${pictures.join('')}</div>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>
body{font:16px system-ui;margin:2rem;background:#ddd}div{display:flex;gap:1rem;align-items:start}
img{max-height:480px;max-width:30vw;background:#fff}p{color:#a00}</style><h1>Screens</h1>${rows.join('\n')}</html>`;
}

const USAGE = `Usage: npm run screenshots -- [WORD ...]

Takes the screens with one of these words in their name, or all of them.`;
const wanted = readArguments(USAGE, {}, { max: Number.POSITIVE_INFINITY }).positionals;
const started = performance.now();
const executablePath = ensureBrowser((line) => console.log(line));
await ensureBuild({ say: (line) => console.log(line) });
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const site = await startServer({ seed: 'demo' });
const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
const failed = new Map<string, string>();
try {
  await call(site, 'POST', 'auth/signup', { data: READER });
  const sessions = {
    guest: undefined,
    reader: await signIn(site, READER),
    admin: await signIn(site, ADMIN),
  };
  const content = await prepare(site, sessions);
  const all = [
    ...publicStates(content),
    ...dashboardStates,
    ...mediaStates,
    ...deskStates(content.desk),
    ...writingStates(content),
  ];
  const states = all.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  if (states.length === 0) throw new Error(`No state has "${wanted.join('" or "')}" in its name`);
  const queue = states.flatMap((state) =>
    VARIANTS.filter(({ width }) => (state.only ?? width) === width).map((variant) => ({
      state,
      variant,
    })),
  );
  const count = queue.length;
  const work = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const { state, variant } = job;
      await take(browser, site, sessions, state, variant).catch((error: Error) => {
        failed.set(fileOf(state, variant), error.message.split('\n').slice(0, 6).join('\n  '));
      });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  await writeFile(join(FOLDER, 'index.html'), contactSheet(states, new Set(failed.keys())));
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${count - failed.size} of ${count} screenshots in ${seconds} s: screenshots/index.html`,
  );
} finally {
  await browser.close();
  await site.stop();
}
for (const [file, reason] of failed) console.error(`Not reached: ${file}\n  ${reason}`);
process.exit(failed.size === 0 ? 0 : 1);
