import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import {
  allPosts,
  MISSING_PAGE,
  PUBLIC_PAGES,
  scrollThrough,
  watchForFaults,
} from './support/pages.ts';
import { expect, test } from './support/test.ts';

// Colors fade when the theme changes. Without motion, axe sees the final ones.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/**
 * Visitors notice shifts above about 0.1 (https://web.dev/articles/cls). Ours must not shift at
 * all.
 */
const NO_SHIFT = 0.005;

/**
 * Checks a page, or the part that a selector names, with axe in the light theme, then in the dark
 * one. The theme changes only colors, so the second check covers only those.
 */
async function expectNoAxeFindings(page: Page, path: string, part?: string) {
  await page.goto(path);
  await scrollThrough(page);
  const look = () => (part ? new AxeBuilder({ page }).include(part) : new AxeBuilder({ page }));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await findings(look()), `${path}, light`).toEqual([]);
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const colors = look().withRules(['color-contrast', 'link-in-text-block']);
  expect(await findings(colors), `${path}, dark`).toEqual([]);
  await page.getByRole('button', { name: 'Dark theme' }).click();
}

async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  );
}

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

async function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 100))
      .slice(0, 5);
  });
}

for (const path of [...PUBLIC_PAGES, MISSING_PAGE]) {
  test(`${path} has no axe findings in light and dark`, async ({ page }) => {
    await expectNoAxeFindings(page, path);
  });
}

// Two halves, so that two browsers share the work.
for (const half of [0, 1]) {
  test(`no post has axe findings, layout shifts or errors (${half + 1} of 2)`, async ({
    page,
    site,
  }) => {
    test.setTimeout(300_000);
    const posts = await allPosts(page.request);
    expect(posts.length).toBeGreaterThanOrEqual(14);
    const faults = await watchForFaults(page, site.url);
    for (const [index, { slug }] of posts.entries()) {
      if (index % 2 !== half) continue;
      // The rest of the page is the same for every post.
      await expectNoAxeFindings(page, `/post/${slug}`, index < 2 ? undefined : 'main > article');
      expect(faults, slug).toEqual([]);
      const { sum, moved } = await layoutShift(page);
      expect(sum, `${slug}\n${moved.join('\n')}`).toBeLessThan(NO_SHIFT);
    }
  });
}

for (const path of PUBLIC_PAGES) {
  test(`${path} has no errors, no external requests and no layout shifts`, async ({
    page,
    site,
  }) => {
    const faults = await watchForFaults(page, site.url);
    // Results of the search that arrive after the scrolling may move the footer.
    await page.goto(path, { waitUntil: 'networkidle' });
    await scrollThrough(page);
    expect(faults).toEqual([]);
    const { sum, moved } = await layoutShift(page);
    expect(sum, moved.join('\n')).toBeLessThan(NO_SHIFT);
  });
}

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('nothing scrolls sideways on any page', async ({ page }) => {
    test.setTimeout(240_000);
    const posts = (await allPosts(page.request)).map(({ slug }) => `/post/${slug}`);
    for (const path of [...PUBLIC_PAGES, MISSING_PAGE, ...posts]) {
      await page.goto(path);
      expect(await sidewaysOverflow(page), path).toEqual([]);
    }
  });

  test('nothing shifts on a phone either', async ({ page }) => {
    const [first] = await allPosts(page.request);
    for (const path of ['/', `/post/${first?.slug}`]) {
      await page.goto(path);
      await scrollThrough(page);
      const { sum, moved } = await layoutShift(page);
      expect(sum, `${path}\n${moved.join('\n')}`).toBeLessThan(NO_SHIFT);
    }
  });
});

test.describe('for search engines and feed readers', () => {
  test('every page has a title, description, canonical URL, card and feed', async ({
    page,
    site,
  }) => {
    const posts = (await allPosts(page.request)).map(({ slug }) => `/post/${slug}`);
    const titles = new Set<string>();
    for (const path of [...PUBLIC_PAGES, ...posts]) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const head = await page.evaluate(() => ({
        title: document.title,
        canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
        feed: document
          .querySelector('link[rel=alternate][type="application/rss+xml"]')
          ?.getAttribute('href'),
        metas: Object.fromEntries(
          [...document.querySelectorAll('meta[content]')].map((meta) => [
            meta.getAttribute('name') ?? meta.getAttribute('property'),
            meta.getAttribute('content'),
          ]),
        ) as Record<string, string>,
      }));
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
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
      return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
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

  test('the share picture of a page is a PNG of 1200 by 630', async ({ page }) => {
    const [first] = await allPosts(page.request);
    for (const path of [`/post/${first?.slug}`, '/']) {
      await page.goto(path);
      const address = await page.locator('meta[property="og:image"]').getAttribute('content');
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

  test('the feed is well-formed and has the full text of every post', async ({ page }) => {
    const response = await page.request.get('/rss.xml');
    expect(response.headers()['content-type']).toContain('application/rss+xml');
    const xml = await response.text();
    expect(XMLValidator.validate(xml)).toBe(true);
    const { rss } = new XMLParser({ ignoreAttributes: false }).parse(xml) as {
      rss: { channel: { item: Record<string, string>[] } };
    };
    const posts = await allPosts(page.request);
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
