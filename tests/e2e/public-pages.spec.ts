import type { Page } from '@playwright/test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { FEED_LENGTH } from '../../src/lib/feeds.ts';
import { isFullRun, isShortRun } from '../support/full-run.ts';
import { expectAccessible, expectReadableInForcedColors } from './support/axe.ts';
import { expectFits } from './support/narrow.ts';
import {
  allPosts,
  invalidMarkup,
  MISSING_PAGE,
  PUBLIC_PAGES,
  scrollThrough,
  watchForFaults,
} from './support/pages.ts';
import { expect, test } from './support/test.ts';

/**
 * Visitors notice shifts above about 0.1 (https://web.dev/articles/cls). Ours must not shift at
 * all.
 */
const NO_SHIFT = 0.005;

const DESKTOP = { width: 1280, height: 720 };

/** Returns the sum of all layout shifts without user input, and the elements that moved. */
async function layoutShift(page: Page): Promise<{ sum: number; moved: string[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: { node: Node | null }[];
          })[]) {
            if (entry.hadRecentInput) continue;
            sum += entry.value;
            for (const { node } of entry.sources) {
              moved.push(node instanceof Element ? node.outerHTML.slice(0, 100) : String(node));
            }
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer gets the buffered entries before the next frame.
        requestAnimationFrame(() => setTimeout(() => resolve({ sum, moved }), 50));
      }),
  );
}

/**
 * Opens a page like a reader, and expects no errors, no requests to other sites, no layout shifts,
 * no axe findings, also in forced colors, and that it fits narrow windows and large text. `part`
 * limits the axe checks.
 */
async function expectFaultless(page: Page, faults: string[], path: string, part?: string) {
  // Results of the search that arrive after the scrolling may move the footer.
  await page.goto(path, { waitUntil: path === '/search' ? 'networkidle' : 'load' });
  await scrollThrough(page);
  // The browser reports the status of the page that is missing.
  const others = faults.filter((fault) => path !== MISSING_PAGE || !/status of 404/.test(fault));
  expect(others, path).toEqual([]);
  const { sum, moved } = await layoutShift(page);
  expect(sum, `${path}\n${moved.join('\n')}`).toBeLessThan(NO_SHIFT);
  expect(await invalidMarkup(page), path).toEqual([]);
  await expectAccessible(page, part);
  await expectReadableInForcedColors(page, part);
  await expectFits(page, path);
  await page.setViewportSize(DESKTOP);
}

/** Those that `npm test` tries. */
const MAIN_PAGES = ['/', '/contact', '/search', '/signin'];

for (const path of [...PUBLIC_PAGES, MISSING_PAGE]) {
  const tag = MAIN_PAGES.includes(path) ? [] : '@long';
  test(`${path} has no errors, external requests, layout shifts or axe findings, and fits a phone`, {
    tag,
  }, async ({ page, site }) => {
    await expectFaultless(page, await watchForFaults(page, site.url), path);
  });
}

/** Only `npm run test:all` tries every post of the demo. `npm test` without a part tries few. */
const EVERY = isFullRun ? 1 : isShortRun ? 6 : 3;

// Two halves, so that two browsers share the work.
for (const half of [0, 1]) {
  test(`no post has errors, layout shifts or axe findings, and all fit a phone (${half + 1} of 2)`, {
    tag: half === 0 ? [] : '@long',
  }, async ({ page, site }) => {
    test.setTimeout(300_000);
    const posts = await allPosts(page.request);
    expect(posts.length).toBeGreaterThanOrEqual(14);
    const faults = await watchForFaults(page, site.url);
    const tried = posts.filter((_, index) => index % EVERY === 0);
    for (const [index, { slug }] of tried.entries()) {
      if (index % 2 !== half) continue;
      // The rest of the page is the same for every post.
      const part = index < 2 ? undefined : 'main > article';
      await expectFaultless(page, faults, `/post/${slug}`, part);
    }
  });
}

test('no page has axe findings without JavaScript', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  // Not `javaScriptEnabled: false`: axe is a script.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return await route.continue();
    const response = await route.fetch();
    const html = (await response.text()).replace(/<script\b[^>]*>.*?<\/script>/gs, '');
    await route.fulfill({ response, body: html.replace(/<\/?noscript>/g, '') });
  });
  const [post] = await allPosts(page.request);
  const lists = ['/archive/2026/08', '/category/javascript', '/series/a-small-site-of-your-own'];
  for (const path of [...PUBLIC_PAGES, ...lists, `/post/${post?.slug}`, MISSING_PAGE]) {
    await page.goto(path);
    await expect(page.locator('html')).not.toHaveAttribute('data-js');
    // The rest of the page is the same everywhere, and there is no dark theme.
    await expectAccessible(page, path === '/' ? undefined : 'main', undefined, ['light']);
  }
});

test.describe('when the server has stopped', () => {
  test.beforeEach(async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort());
  });

  test('pages that are open have no axe findings, and say what does not work', {
    tag: '@long',
  }, async ({ page }) => {
    const [post] = await allPosts(page.request);
    await page.goto(`/post/${post?.slug}`);
    await scrollThrough(page);
    await expectAccessible(page, 'main');
    await page.route('**/search/v*/**', (route) => route.abort());
    await page.goto('/search?searchTerm=ink');
    await expect(page.getByText("Search isn't available right now")).toBeVisible();
    await expectAccessible(page, 'main');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search articles' }).fill('ink');
    await expect(page.getByRole('dialog').getByText("Search isn't available")).toBeVisible();
    await expectAccessible(page, 'dialog');
    await page.goto('/signin');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'main');
  });
});

test('on paper, lists of posts have no controls, and no post is on two sheets', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/', '/search?searchTerm=react', '/series/a-small-site-of-your-own']) {
    await page.goto(path);
    const posts = page.getByRole('article');
    await expect(posts.first(), path).toBeVisible();
    await expect(posts.first(), path).toHaveCSS('break-inside', 'avoid');
    const main = page.getByRole('main');
    for (const control of ['button', 'textbox', 'combobox', 'navigation'] as const) {
      await expect(main.getByRole(control), path).toHaveCount(0);
    }
    await expect(main.getByRole('link', { name: /Explore|View all|Feed|month/ })).toHaveCount(0);
  }
});

test('About and Contact fit on one sheet of paper', async ({ page }) => {
  for (const path of ['/about', '/contact']) {
    await page.goto(path);
    for (const format of ['A4', 'Letter']) {
      const pdf = await page.pdf({ format });
      const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g);
      expect(sheets, `${path} on ${format}`).toHaveLength(1);
    }
  }
});

test('in forced colors, icons have the color of their text, and the current section is underlined', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/contact');
  const icon = page.getByRole('main').locator('li svg').first();
  await expect(icon).toBeVisible();
  const colors = await icon.evaluate((one) =>
    [one, one.parentElement as Element].map((element) => getComputedStyle(element).color),
  );
  expect(colors[0]).toBe(colors[1]);
  await page.goto('/post/edit-your-own-words');
  const contents = page.locator('.toc a');
  await page.evaluate(() => document.querySelectorAll('.prose h2')[1]?.scrollIntoView());
  await expect
    .poll(() =>
      contents.evaluateAll(
        (all) =>
          all.filter((one) => getComputedStyle(one).textDecorationLine === 'underline').length,
      ),
    )
    .toBe(1);
});

test('nothing shifts on a phone either, also if the rules of comments arrive late', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const [first] = await allPosts(page.request);
  const expectNoShift = async (path: string) => {
    const { sum, moved } = await layoutShift(page);
    expect(sum, `${path}\n${moved.join('\n')}`).toBeLessThan(NO_SHIFT);
  };
  await page.goto('/');
  await scrollThrough(page);
  await expectNoShift('/');

  const path = `/post/${first?.slug}`;
  let letGo = () => {};
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  await page.route('**/api/comment/getnumbers/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  await page.getByLabel('Add a comment').scrollIntoViewIfNeeded();
  letGo();
  await expect(page.getByText('200 characters remaining')).toBeVisible();
  await scrollThrough(page);
  await expectNoShift(path);
});

test('no picture or icon has an attribute twice', async ({ page }) => {
  const [post] = await allPosts(page.request);
  for (const path of [...PUBLIC_PAGES, MISSING_PAGE, `/post/${post?.slug}`]) {
    const html = await (await page.request.get(path)).text();
    for (const tag of html.match(/<(?:img|svg)\b[^>]*>/g) ?? []) {
      const names = Array.from(tag.matchAll(/\s([a-z-]+)(?==|\s|>)/gi), ([, name]) => name);
      expect(names.length, `${path} ${tag}`).toBe(new Set(names).size);
    }
  }
});

test.describe('for search engines and feed readers', () => {
  test('every page has a title, description, canonical URL, card and feed', async ({
    page,
    site,
  }) => {
    const posts = (await allPosts(page.request)).map(({ slug }) => `/post/${slug}`);
    const titles = new Set<string>();
    for (const path of [...PUBLIC_PAGES, ...posts]) {
      const head = await page.evaluate(
        (html) => {
          const parsed = new DOMParser().parseFromString(html, 'text/html');
          return {
            title: parsed.title,
            canonical: parsed.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
            feed: parsed
              .querySelector('link[rel=alternate][type="application/rss+xml"]')
              ?.getAttribute('href'),
            metas: Object.fromEntries(
              [...parsed.querySelectorAll('meta[content]')].map((meta) => [
                meta.getAttribute('name') ?? meta.getAttribute('property'),
                meta.getAttribute('content'),
              ]),
            ) as Record<string, string>,
          };
        },
        await (await page.request.get(path)).text(),
      );
      titles.add(head.title);
      expect(head.title, path).toContain('Inkwell');
      expect(head.canonical, path).toBe(site.url + path);
      expect(head.feed, path).toBe('/rss.xml');
      expect(head.metas.description?.length, path).toBeGreaterThan(20);
      expect(head.metas['og:url'], path).toBe(site.url + path);
      expect(head.metas['og:type'], path).toBe(path.startsWith('/post/') ? 'article' : 'website');
      expect(head.metas['og:title'], path).toBeTruthy();
      expect(head.metas['twitter:card'], path).toBe('summary_large_image');
      expect(head.metas['og:image'], path).toBe(head.metas['twitter:image']);
      expect(new URL(head.metas['og:image'] ?? '').origin, path).toBe(site.url);
    }
    expect(titles.size, 'each page has a unique title').toBe(PUBLIC_PAGES.length + posts.length);
  });

  test('structured data describes each post and, on the home page, the site', async ({
    page,
    site,
  }) => {
    const dataOf = async (path: string) => {
      const html = await (await page.request.get(path)).text();
      const texts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
      return [...texts].map(([, text = '']) => JSON.parse(text) as Record<string, unknown>);
    };
    expect((await dataOf('/')).map((data) => data['@type'])).toEqual(['WebSite']);
    for (const post of await allPosts(page.request)) {
      const [article, trail] = await dataOf(`/post/${post.slug}`);
      expect(article).toMatchObject({
        '@type': 'BlogPosting',
        headline: post.title,
        datePublished: post.createdAt,
      });
      expect(trail).toMatchObject({ '@type': 'BreadcrumbList' });
      expect(JSON.stringify(trail)).toContain(`${site.url}/post/${post.slug}`);
    }
  });

  test('the share picture of a page is a PNG of 1200 by 630', { tag: '@long' }, async ({
    page,
  }) => {
    const [first] = await allPosts(page.request);
    for (const path of [`/post/${first?.slug}`, '/']) {
      const html = await (await page.request.get(path)).text();
      const [, address] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? [];
      const picture = new URL(address ?? '').pathname;
      // Drawn at low priority: on a busy machine, the first answer may be 503.
      await expect.poll(async () => (await page.request.get(picture)).status(), path).toBe(200);
      const response = await page.request.get(picture);
      expect(response.headers()['content-type'], path).toBe('image/png');
      const { format, width, height } = await sharp(await response.body()).metadata();
      expect({ format, width, height }, path).toEqual({ format: 'png', width: 1200, height: 630 });
      // As earlier versions named it.
      const former = `/og/${path === '/' ? 'default' : first?.slug}.jpg`;
      const target = async () => {
        const found = await page.request.get(former);
        return [found.status(), new URL(found.url()).pathname];
      };
      await expect.poll(target, former).toEqual([200, picture]);
    }
    expect((await page.request.get('/og/no-such-post.jpg')).status()).toBe(404);
    expect((await page.request.get('/og/no-such-post/0123456789ab.png')).status()).toBe(404);
  });

  test('the feed is well-formed and has the full text of the newest posts', async ({ page }) => {
    const response = await page.request.get('/rss.xml');
    expect(response.headers()['content-type']).toContain('application/xml');
    const xml = await response.text();
    expect(XMLValidator.validate(xml)).toBe(true);
    const { rss } = new XMLParser({ ignoreAttributes: false }).parse(xml) as {
      rss: { channel: { item: Record<string, string>[] } };
    };
    const posts = (await allPosts(page.request)).slice(0, FEED_LENGTH);
    expect(rss.channel.item.map((item) => item.title)).toEqual(posts.map(({ title }) => title));
    for (const [index, item] of rss.channel.item.entries()) {
      expect(item.link, item.title).toContain(`/post/${posts[index]?.slug}`);
      const text = (html: string) => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').length;
      expect(text(item['content:encoded'] ?? ''), item.title).toBeGreaterThan(
        text(posts[index]?.content ?? '') * 0.95,
      );
    }
  });

  test('robots.txt names the sitemap, which lists every page and post with its date', async ({
    page,
    site,
  }) => {
    const robots = await (await page.request.get('/robots.txt')).text();
    expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    const xml = await (await page.request.get('/sitemap.xml')).text();
    expect(XMLValidator.validate(xml)).toBe(true);
    const { urlset } = new XMLParser().parse(xml) as {
      urlset: { url: { loc: string; lastmod?: string }[] };
    };
    const listed = new Map(urlset.url.map(({ loc, lastmod }) => [loc, lastmod]));
    for (const path of ['/', '/about', '/contact', '/privacy-policy', '/terms']) {
      expect(listed.has(site.url + path), path).toBe(true);
    }
    for (const { slug } of await allPosts(page.request)) {
      expect(Date.parse(listed.get(`${site.url}/post/${slug}`) ?? ''), slug).not.toBeNaN();
    }
  });

  test('the manifest and icons exist and have the stated sizes', async ({ page }) => {
    const manifest = await page.request.get('/manifest.webmanifest');
    expect(manifest.headers()['content-type']).toContain('application/manifest+json');
    const { name, icons } = (await manifest.json()) as {
      name: string;
      icons: { src: string; sizes: string }[];
    };
    expect(name).toBe('Inkwell');
    for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
      const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata();
      expect(`${width}x${height}`, src).toBe(sizes);
    }
    const types = { '/favicon.ico': /icon/, '/favicon.svg': /svg/ };
    for (const [path, type] of Object.entries(types)) {
      const response = await page.request.get(path);
      expect(response.status(), path).toBe(200);
      expect(response.headers()['content-type'], path).toMatch(type);
    }
  });
});
