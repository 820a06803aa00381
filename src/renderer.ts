import { createApp } from 'astro/app/entrypoint';
import { isPageSlug, isReplaceable } from '../api/contract/addresses.ts';
import type { PreviewDraft } from '../api/contract/publish.ts';
import { REDIRECTS_PATH } from '../api/contract/urls.ts';
import type { Db } from '../db/client.ts';
import { withDatabaseBudget } from '../db/deadline.ts';
import { listCategoriesAmong } from '../db/queries/categories.ts';
import { listPages } from '../db/queries/pages.ts';
import { findMemberships, listAuthorsAmong } from '../db/queries/post-lists.ts';
import { countPosts, findPostById } from '../db/queries/posts.ts';
import { findAnyPost } from '../db/queries/posts-table.ts';
import { eachRedirect, listRedirectsOf } from '../db/queries/redirects.ts';
import { listLatestSlugs } from '../db/queries/slugs.ts';
import { findStoryTime, listShowing } from '../db/queries/stories.ts';
import { ARCHIVE_PATH, archivePaths, changedArchivePaths } from './lib/archive.ts';
import { database } from './lib/data.ts';
import { withoutScripts } from './lib/html.ts';
import { linkingPosts } from './lib/linking-posts.ts';
import { policyOf } from './lib/policy.ts';
import { allListPaths, changedListPaths, commentListPaths } from './lib/post-lists.ts';
import { movedPath, redirectsFile } from './lib/redirects.ts';
import { changedPaths, staticPaths } from './lib/routes.ts';
import { siteUrl } from './lib/runtime.ts';
import { searchEntries as findSearchEntries } from './lib/search/static-index/entries.ts';
import { site } from './lib/site.ts';
import { allSitemapPaths, pagesSitemap, sitemapPaths } from './lib/sitemap.ts';
import type { Failure } from './middleware.ts';

const app = createApp({ streaming: false });

const BATCH = 500;
/**
 * How long a page may use the database. If the database is down, a batch of changes fails before
 * its own time is up (api/publish/render-pool.ts).
 */
const BUDGET_MS = 5_000;

const withBudget = <T>(work: () => Promise<T>) => withDatabaseBudget(work, BUDGET_MS);

/**
 * Renders the page of an absolute URL; for an unknown path the 404 page, with status 404. Throws
 * the page's error.
 */
export async function render(url: string, locals: object = {}): Promise<Response> {
  if (new URL(url).pathname === REDIRECTS_PATH) return await renderRedirects();
  const failure: Failure = {};
  const response = await withBudget(() =>
    app.render(new Request(url), { locals: { ...locals, failure } }),
  );
  if ('error' in failure) throw failure.error;
  const policy = response.headers.get('content-security-policy');
  return policy ? withPolicy(response, policy) : response;
}

/** Astro has no routes that begin with an underscore. */
async function renderRedirects(): Promise<Response> {
  const text = await withBudget(async () => redirectsFile(await database()));
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/** Renders a post that isn't stored, as its page would show it. Throws the page's error. */
export async function renderPreview(draft: PreviewDraft): Promise<Response> {
  const path = draft.isShared ? '/preview/shared/draft' : '/preview/draft';
  return render(siteUrl() + path, { draft });
}

/** Renders a page without its scripts, so it does nothing but show itself. */
export async function renderWithoutScripts(url: string): Promise<Response> {
  const page = await render(url);
  const headers = { 'content-type': page.headers.get('content-type') ?? 'text/html' };
  return new Response(withoutScripts(await page.text()), { status: page.status, headers });
}

const UNFINISHED = 'x-unfinished';

/** Whether a page should be rendered again later, because the machine was too busy. */
export const isUnfinished = ({ headers }: Response): boolean => headers.has(UNFINISHED);

const CHARSET = '<meta charset="utf-8">';

/**
 * Moves the content security policy from the header into the page, so that it holds on any web
 * server.
 */
async function withPolicy(response: Response, policy: string): Promise<Response> {
  const html = await response.text();
  if (!html.includes(CHARSET)) throw new Error(`A page needs ${CHARSET} for its policy to follow.`);
  const meta = `<meta http-equiv="content-security-policy" content="${policyOf(html, policy)}">`;
  const type = response.headers.get('content-type') ?? 'text/html';
  return new Response(
    html.replace(CHARSET, () => CHARSET + meta),
    {
      status: response.status,
      headers: { 'content-type': type, ...(isUnfinished(response) && { [UNFINISHED]: '1' }) },
    },
  );
}

interface PostChange {
  action: 'publish' | 'remove';
  postId: string;
  slug: string;
  /** One of many changes at once. */
  isBulk?: boolean | undefined;
}

/**
 * Returns every path that a change of a post affects, the post's own page first (unless the post
 * was deleted). Throws if the database can't be read.
 */
export function affectedPaths(change: PostChange): Promise<string[]> {
  return withBudget(() => findAffectedPaths(change));
}

async function findAffectedPaths(change: PostChange): Promise<string[]> {
  const db = await database();
  if (isPageSlug(change.slug)) {
    // If the page replaced a screen, the screen shows its built-in text again.
    const hasPage = change.action === 'publish' || isReplaceable(change.slug);
    return [...(hasPage ? [change.slug] : []), pagesSitemap(await countPosts(db)), REDIRECTS_PATH];
  }
  const [found, postCount, time, moved, memberships] = await Promise.all([
    findAnyPost(db, change.postId),
    countPosts(db),
    findStoryTime(db),
    movedPaths(db, change.postId),
    findMemberships(db, change.postId),
  ]);
  const known = found?.post;
  const post = found?.isHidden ? undefined : known;
  const paths = await Promise.all([
    sitemapPaths(db, postCount, known?.seq),
    known ? changedArchivePaths(db, known.createdAt) : everyArchivePath(db),
    listShowing(db, post, time).then((slugs) => slugs.map((slug) => `/post/${slug}`)),
    changedListPaths(db, memberships, found),
    linkingPosts(db, known, memberships, change),
  ]);
  return [
    ...changedPaths(change),
    ...paths.flat(),
    ...moved,
    // It shows the newest posts, too.
    '/404',
    // Its filter offers the owner's categories, and all others that posts have.
    ...(post && site().categories.some(({ slug }) => slug === post.category) ? [] : ['/search']),
  ];
}

/** Returns the pages at the former addresses of a post, and the list of all. */
async function movedPaths(db: Db, postId: string): Promise<string[]> {
  const former = await listRedirectsOf(db, postId);
  return former.length === 0 ? [] : [...former.map(({ from }) => movedPath(from)), REDIRECTS_PATH];
}

/** For a permanently deleted post: its month is no longer known. */
async function everyArchivePath(db: Db): Promise<string[]> {
  return [ARCHIVE_PATH, ...(await archivePaths(db))];
}

/** Returns the pages that list these posts with the number of their comments. */
export function commentLists(postIds: string[]): Promise<string[]> {
  return withBudget(async () => {
    const db = await database();
    const posts = await Promise.all(postIds.map((id) => findPostById(db, id)));
    const shown = posts.filter((post) => post !== undefined);
    const paths = await Promise.all(shown.map((post) => commentListPaths(db, post)));
    return [...new Set(paths.flat())];
  });
}

/** Returns which of these names, in lower case, are of users with posts. */
export function authorsAmong(names: string[]): Promise<string[]> {
  return withBudget(async () => await listAuthorsAmong(await database(), names));
}

/** Returns which of these slugs are categories of posts. */
export function categoriesAmong(slugs: string[]): Promise<string[]> {
  return withBudget(async () => await listCategoriesAmong(await database(), slugs));
}

/** Returns every page of the archive and part of the sitemap. The others have no posts anymore. */
export function pagesOfLists(): Promise<string[]> {
  return withBudget(async () => {
    const db = await database();
    const parts = await allSitemapPaths(db, await countPosts(db));
    return [...(await everyArchivePath(db)), ...parts];
  });
}

/** Yields every path of the site, the latest posts first. Throws if the database can't be read. */
export async function* allPaths(): AsyncIterable<string> {
  const db = await database();
  const routes = app.manifest.routes.map((known) => known.routeData);
  yield* staticPaths(routes);
  yield* await allSitemapPaths(db, await countPosts(db));
  yield* await archivePaths(db);
  yield* await allListPaths(db);
  for (const { slug } of await listPages(db)) {
    // The others are among the static paths.
    if (!isReplaceable(slug)) yield slug;
  }
  yield REDIRECTS_PATH;
  for await (const { from } of eachRedirect(db)) yield movedPath(from);
  for (let beforeSeq = Number.MAX_SAFE_INTEGER; ; ) {
    const posts = await listLatestSlugs(db, { beforeSeq, limit: BATCH });
    for (const post of posts) yield `/post/${post.slug}`;
    const last = posts.at(-1);
    if (last === undefined) return;
    beforeSeq = last.seq;
  }
}

/** Returns the number of paths of the site. */
export async function countPaths(): Promise<number> {
  let count = 0;
  for await (const _ of allPaths()) count++;
  return count;
}

/** Returns posts as the search index holds them. */
export const searchEntries: typeof findSearchEntries = (which) =>
  withBudget(() => findSearchEntries(which));

export { setSite } from './lib/site.ts';
export { sharePicture } from './og/render.ts';
