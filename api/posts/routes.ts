import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import { listCategories } from '../../db/queries/categories.ts';
import { TRASH_DAYS } from '../contract/documents.ts';
import type { PostCategory, PostList } from '../contract/posts.ts';
import type { SearchAnswer } from '../contract/search.ts';
import { categoryLabel } from '../contract/site.ts';
import { ForbiddenError } from '../errors.ts';
import { body, query } from '../http/body.ts';
import { sendJson } from '../http/content-page.ts';
import type { ApiEnv, SignedInEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import { POST_BODY } from '../http/read-body.ts';
import { draftLabel } from '../post-fields/category-label.ts';
import { newPostInput, postChangesInput, postsQuery, previewInput } from '../post-fields/input.ts';
import { toPost } from '../post-fields/serialize.ts';
import type { Services } from '../services.ts';
import { readSite } from '../site/read-site.ts';
import { completeUploadsIn } from '../uploads/uploads.ts';
import { setCommentsOpen } from './close-comments.ts';
import { createHitList, createPostList } from './list.ts';
import { hitsQuery } from './search/hits.ts';
import { createPost, editPost, removePost } from './write.ts';

const commentsOpenInput = z.object({ open: z.boolean('open must be true or false.') });

const TRASHED = `Post moved to the trash. You can restore it within ${TRASH_DAYS} days.`;

/** Put it after `may`: the `userId` in the path must be the caller's. */
const ownId = createMiddleware<SignedInEnv, '/:postId/:userId'>(async (c, next) => {
  if (c.req.param('userId') !== c.var.user.id) {
    throw new ForbiddenError('The user id in the address is not yours.');
  }
  await next();
});

/** `/api/post`: lists of posts, and writing posts. */
export function postRoutes(services: Services) {
  const listAsJson = createPostList(services);
  const searchAsJson = createHitList(services);
  return new Hono<ApiEnv>()
    .post('/create', may('post.publish'), body(newPostInput, POST_BODY), async (c) => {
      const input = c.req.valid('json');
      await completeUploadsIn(services, c.var, [input.image, input.content]);
      const { post, isLive } = await createPost(services, c.var, input);
      return c.json({ ...toPost(post), ...liveOf(isLive) }, 201);
    })
    .get('/getposts', query(postsQuery), async (c) => {
      const list = await listAsJson(c.req.valid('query'), c.var.client.address);
      return sendJson<PostList>(c, list);
    })
    .get('/search', query(hitsQuery), async (c) => {
      const answer = await searchAsJson(c.req.valid('query'), c.var.client.address);
      return sendJson<SearchAnswer>(c, answer);
    })
    .get('/categories', async (c) => {
      const { read } = services.database;
      const [used, { site }] = await Promise.all([listCategories(read), readSite(read)]);
      const categories: PostCategory[] = used.map(({ slug, label }) => ({
        slug,
        label: categoryLabel(site.categories, slug, label),
      }));
      return c.json({ categories });
    })
    .post('/preview', may('post.publish'), body(previewInput, POST_BODY), async (c) => {
      const { content: html, categoryLabel: typed, ...draft } = c.req.valid('json');
      const { content, text } = await services.contents.prepare(html, c.var.user.id);
      const label = await draftLabel(services.database.read, draft.category, typed);
      const shown = { ...draft, categoryLabel: label, content };
      const page = await services.publisher.preview(shown, { userId: c.var.user.id });
      if (page.status !== 200) throw new Error(`The preview has status ${page.status}`);
      return c.json({ content, text, page: page.body.toString() });
    })
    .put(
      '/updatepost/:postId/:userId',
      may('post.publish'),
      ownId,
      body(postChangesInput, POST_BODY),
      async (c) => {
        const input = c.req.valid('json');
        await completeUploadsIn(services, c.var, [input.image, input.content]);
        const { post, isLive } = await editPost(services, c.var, c.req.param('postId'), input);
        const message = 'The post has been updated.';
        const updatedPost = toPost(post);
        return c.json({ success: true, message, updatedPost, ...liveOf(isLive) });
      },
    )
    .put('/comments/:postId', may('comment.close'), body(commentsOpenInput), async (c) => {
      const { open } = c.req.valid('json');
      await setCommentsOpen(services, c.var, c.req.param('postId'), open);
      return c.json({ open });
    })
    .delete('/deletepost/:postId/:userId', may('post.delete'), ownId, async (c) => {
      const isLive = await removePost(services, c.var, c.req.param('postId'));
      return c.json({ success: true, message: TRASHED, ...liveOf(isLive) });
    });
}

/** Adds `live: false` to a response whose change isn't on the site yet. */
function liveOf(isLive: boolean): { live?: false } {
  return isLive ? {} : { live: false };
}
