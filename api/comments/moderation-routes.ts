import { Hono } from 'hono';
import { body, query } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { may, signedIn } from '../http/guards.ts';
import type { Services } from '../services.ts';
import {
  listQuery,
  moderateInput,
  moderateManyInput,
  queueQuery,
  removeAllInput,
  reportInput,
  restoreAllInput,
  trustInput,
  undoInput,
} from './input.ts';
import { toComment } from './list.ts';
import { moderateComment, moderateComments, trustMember, undoDecisions } from './moderate.ts';
import { countQueues, listAllComments, readCase, readQueue, readReports } from './queue.ts';
import { removeAll, restoreAll } from './remove-all.ts';
import { reportComment } from './report.ts';
import { listEarlierVersions } from './versions.ts';

/** `/api/comment`: what moderators read and decide, and reports to them. */
export function moderationRoutes(services: Services) {
  return new Hono<ApiEnv>().route('/', queueRoutes(services)).route('/', decisionRoutes(services));
}

function queueRoutes(services: Services) {
  const moderator = may('comment.moderate');
  return new Hono<ApiEnv>()
    .get('/getcomments', may('comment.list'), query(listQuery), async (c) =>
      c.json(await listAllComments(services, c.req.valid('query'), c.var.user.id)),
    )
    .get('/getqueue', moderator, query(queueQuery), async (c) =>
      c.json(await readQueue(services, c.req.valid('query'))),
    )
    .get('/countqueue', moderator, async (c) => c.json(await countQueues(services)))
    .get('/getcomment/:commentId', moderator, async (c) =>
      c.json(await readCase(services, c.req.param('commentId'))),
    )
    .get('/getversions/:commentId', moderator, async (c) =>
      c.json(await listEarlierVersions(services, c.req.param('commentId'))),
    )
    .get('/getreports/:commentId', moderator, async (c) =>
      c.json({ reports: await readReports(services, c.req.param('commentId')) }),
    );
}

function decisionRoutes(services: Services) {
  const { env } = services;
  const moderator = may('comment.moderate');
  return new Hono<ApiEnv>()
    .put('/moderate/:commentId', moderator, body(moderateInput), async (c) => {
      const id = c.req.param('commentId');
      return c.json(
        toComment(await moderateComment(services, c.var, id, c.req.valid('json')), env),
      );
    })
    .put('/moderate', moderator, body(moderateManyInput), async (c) => {
      const changed = await moderateComments(services, c.var, c.req.valid('json'));
      return c.json({ changed });
    })
    .put('/undo', moderator, body(undoInput), async (c) =>
      c.json({ changed: await undoDecisions(services, c.var, c.req.valid('json').ids) }),
    )
    .put('/removeall/:userId', moderator, body(removeAllInput), async (c) => {
      const userId = c.req.param('userId');
      return c.json(await removeAll(services, c.var, userId, c.req.valid('json')));
    })
    .put('/restoreall/:userId', moderator, body(restoreAllInput), async (c) => {
      const at = new Date(c.req.valid('json').at);
      return c.json({ changed: await restoreAll(services, c.var, c.req.param('userId'), at) });
    })
    .put('/trust/:userId', moderator, body(trustInput), async (c) => {
      const { trusted } = c.req.valid('json');
      await trustMember(services, c.var, c.req.param('userId'), trusted);
      return c.json({ trusted });
    })
    .post('/report/:commentId', signedIn, body(reportInput), async (c) => {
      const id = c.req.param('commentId');
      const isNew = await reportComment(services, c.var, id, c.req.valid('json'));
      const message = isNew
        ? 'Thank you. The moderators will review this comment.'
        : 'You have already reported this comment.';
      return c.json({ success: true, message }, isNew ? 201 : 200);
    });
}
