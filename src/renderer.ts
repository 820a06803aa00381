import { createApp } from 'astro/app/entrypoint';
import type { PreviewDraft } from '../api/contract/publish.ts';
import type { Db } from '../db/client.ts';
import { countPosts, findPostById, listPostSlugs, maxPostSeq } from '../db/queries/posts.ts';
import { ARCHIVE_PATH, archivePaths, changedArchivePaths } from './lib/archive.ts';
import { database } from './lib/data.ts';
import { changedPaths, type PostNumbers, sitePaths } from './lib/routes.ts';
import { siteUrl } from './lib/runtime.ts';
import { WholeResponse } from './lib/whole-response.ts';
import { site } from './site.config.ts';

globalThis.Response = WholeResponse;

const app = createApp({ streaming: false });
if (app.manifest.csp) app.manifest.csp.cspDestination = 'meta' as never;

// Node looks a module up anew at each `import()`.
for (const [path, load] of app.manifest.pageMap ?? []) {
  let page: ReturnType<typeof load> | undefined;
  app.manifest.pageMap?.set(path, () => {
    page ??= load().catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    return page;
  });
}

// Astro would answer with a page for errors and log the reason. The publisher needs the reason.
const renderError = app.renderError.bind(app);
app.renderError = async (request, options) => {
  if (options.status === 500 && options.error) throw options.error;
  return renderError(request, options);
};

const BATCH = 500;

/**
 * Renders one page. Takes its absolute URL (origin included), gives the whole response; a page of no known
 * route gives the 404 page with status 404. Throws what the page throws.
 */
export async function render(url: string): Promise<Response> {
  return app.render(new Request(url));
}

/** Renders a post that is not stored, as its page would show it. Throws what the page throws. */
export async function renderPreview(draft: PreviewDraft): Promise<Response> {
  return app.render(new Request(`${siteUrl()}/preview/draft`), { locals: { draft } });
}

/**
 * Every path that the change of a post touches, the post's own page first (unless it is gone). Throws when
 * the database cannot be read.
 */
export async function affectedPaths(change: {
  action: 'publish' | 'remove';
  postId: string;
  slug: string;
}): Promise<string[]> {
  const db = await database();
  const post = await findPostById(db, change.postId);
  return [
    ...changedPaths(change, post?.seq, await postNumbers()),
    ...(post ? await changedArchivePaths(db, post.createdAt) : await everyArchivePath(db)),
    // Its filter offers the categories that posts have; the owner's are there in any case.
    ...(post && site.categories.some(({ slug }) => slug === post.category) ? [] : ['/search']),
  ];
}

/** Of a post that is gone nobody knows the month any more. */
async function everyArchivePath(db: Db): Promise<string[]> {
  return [ARCHIVE_PATH, ...(await archivePaths(db))];
}

/** Every path of the whole site. Throws when the database cannot be read. */
export async function* allPaths(): AsyncIterable<string> {
  const db = await database();
  const routes = app.manifest.routes.map((known) => known.routeData);
  yield* sitePaths(routes, await postNumbers());
  yield* await archivePaths(db);
  for (let afterSeq = 0; ; ) {
    const posts = await listPostSlugs(db, { afterSeq, limit: BATCH });
    for (const post of posts) yield `/post/${post.slug}`;
    const last = posts.at(-1);
    if (last === undefined) return;
    afterSeq = last.seq;
  }
}

async function postNumbers(): Promise<PostNumbers> {
  const db = await database();
  return { maxSeq: await maxPostSeq(db), postCount: await countPosts(db) };
}

export { searchEntries } from './lib/search/static-index/entries.ts';
export { renderOg } from './og/render.ts';
