import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Comment, ThreadPage } from '../contract/comments.ts';
import { body, query } from '../http/body.ts';
import { sendJson } from '../http/content-page.ts';
import type { ApiEnv, SignedInEnv } from '../http/context.ts';
import { signedIn } from '../http/guards.ts';
import { FEED_POLICY } from '../http/headers.ts';
import type { Services } from '../services.ts';
import { namesTag } from '../static/negotiate.ts';
import { editComment, likeComment, removeComment, requireChangeable } from './change.ts';
import { createComment } from './create.ts';
import { createCommentFeed } from './feed.ts';
import { editInput, newCommentInput, repliesQuery, threadQuery, threadsQuery } from './input.ts';
import { createThreadReader, toComment } from './list.ts';
import { moderationRoutes } from './moderation-routes.ts';
import { createThreadsReader, numbersOf, readReplies } from './threads.ts';

const FIRST_THREADS = threadsQuery.parse({});

/** `/api/comment`: threads, and writing comments. */
export function commentRoutes(services: Services) {
  const { database, env } = services;
  const readThread = createThreadReader(services);
  const readThreads = createThreadsReader(services);
  /** Put it before the middleware that reads the body. */
  const changeable = createMiddleware<SignedInEnv, '/:commentId'>(async (c, next) => {
    await requireChangeable(database.read, c.var, 'comment.change', c.req.param('commentId'));
    await next();
  });
  return new Hono<ApiEnv>()
    .post('/create', signedIn, body(newCommentInput), async (c) => {
      const comment = await createComment(services, c.var, c.req.valid('json'));
      return c.json(toComment(comment, env), 201);
    })
    .get('/getPostComments/:postId', query(threadQuery), async (c) => {
      const thread = await readThread(c.req.param('postId'), c.req.valid('query'), c.var.user?.id);
      return sendJson<Comment[]>(c, thread.body, { 'X-Total-Count': thread.total });
    })
    .get('/getthreads/:postId', query(threadsQuery), async (c) => {
      const wanted = c.req.valid('query');
      const { body, etag } = await readThreads(c.req.param('postId'), wanted, c.var.user?.id);
      const known = c.req.header('if-none-match');
      if (known === undefined || !namesTag(known, etag)) {
        return sendJson<ThreadPage>(c, body, { ETag: etag });
      }
      return c.body(null, 304, { ETag: etag });
    })
    .get('/getnumbers/:postId', async (c) =>
      c.json(numbersOf(await readThreads(c.req.param('postId'), FIRST_THREADS, undefined))),
    )
    .get('/getreplies/:commentId', query(repliesQuery), async (c) => {
      const id = c.req.param('commentId');
      return c.json(await readReplies(services, id, c.req.valid('query'), c.var.user?.id));
    })
    .put('/editComment/:commentId', signedIn, changeable, body(editInput), async (c) => {
      const { content } = c.req.valid('json');
      const id = c.req.param('commentId');
      return c.json(toComment(await editComment(services, c.var, id, content), env));
    })
    .put('/likeComment/:commentId', signedIn, async (c) =>
      c.json(toComment(await likeComment(services, c.var, c.req.param('commentId')), env)),
    )
    .delete('/deleteComment/:commentId', signedIn, async (c) => {
      const commentId = c.req.param('commentId');
      await removeComment(services, c.var, commentId);
      c.var.client.report('comment.delete', { actorId: c.var.user.id, commentId });
      return c.json({ success: true, message: 'The comment has been deleted.' });
    })
    .route('/', moderationRoutes(services));
}

/**
 * The comments of a post as a feed, at `/post/{slug}/comments.xml`. Not a static file, because
 * comments change without a publish. Everyone gets the same feed, so it comes before the sessions
 * and can be cached.
 */
export function commentFeedRoutes(services: Services) {
  const feedOf = createCommentFeed(services);
  return new Hono<ApiEnv>().get('/post/:slug/comments.xml', async (c) => {
    const feed = await feedOf(c.req.param('slug'));
    // No Last-Modified: it would go backwards when the newest comment is deleted.
    const headers = {
      'Cache-Control': 'public, max-age=0, must-revalidate',
      'Content-Security-Policy': FEED_POLICY,
      ETag: feed.etag,
    };
    const known = c.req.header('if-none-match');
    if (known !== undefined && namesTag(known, feed.etag)) return c.body(null, 304, headers);
    return c.body(feed.body, 200, {
      ...headers,
      // Browsers download `application/rss+xml`.
      'Content-Type': 'application/xml; charset=utf-8',
    });
  });
}
