import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { googleRoutes } from './auth/google/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { createSessions } from './auth/sessions.ts';
import { commentFeedRoutes, commentRoutes } from './comments/routes.ts';
import { demoRoutes } from './demo/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { ApiEnv } from './http/context.ts';
import { errorHandler, notFound, wrongMethod } from './http/errors.ts';
import { knownClient } from './http/known-client.ts';
import { requestLog } from './http/log.ts';
import { noStore } from './http/no-store.ts';
import { originCheck } from './http/origin.ts';
import { requestId } from './http/request-id.ts';
import { securityHeaders } from './http/security-headers.ts';
import { client } from './http/security-log.ts';
import { session } from './http/session.ts';
import { postRoutes } from './posts/routes.ts';
import { publishRoutes } from './publish/routes.ts';
import type { Services } from './services.ts';
import { statsRoutes } from './stats/routes.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { userRoutes } from './users/routes.ts';

/**
 * Everything under `/api`. Give it the requests whose path begins with `/api/` (`app.fetch`): it answers
 * unknown ones itself, with a 404 in JSON. The order of the middleware is the contract's order of checks.
 */
export function createApp(services: Services) {
  const { env, log } = services;
  const app = new Hono<ApiEnv>();
  app.onError(errorHandler(log));
  app.notFound(notFound);
  app.use(requestId);
  app.use(requestLog(log));
  app.use(securityHeaders(env.siteUrl));
  app.use(noStore);
  app.use(originCheck(env));
  app.use(knownClient({ trustProxy: env.trustProxy, log }));
  app.use(client(log));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: wrongMethod }));
  return (
    app
      .route('/api/health', healthRoutes(services))
      .route('/', commentFeedRoutes(services))
      // Behind health, which must answer even when sessions cannot be read.
      .use(session(createSessions(services)))
      .route('/api/auth/google', googleRoutes(services))
      .route('/api/auth', authRoutes(services))
      .route('/api/user', userRoutes(services))
      .route('/api/upload', uploadRoutes(services))
      .route('/api/post', postRoutes(services))
      .route('/api/comment', commentRoutes(services))
      .route('/api/publish', publishRoutes(services))
      .route('/api/stats', statsRoutes(services))
      .route('/api/demo', demoRoutes(services))
  );
}
