import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { withDatabaseBudget } from '../db/deadline.ts';
import { createSessions } from './access/sessions.ts';
import { auditRoutes } from './audit/routes.ts';
import { identityRoutes } from './auth/identities/routes.ts';
import { passkeyRoutes } from './auth/passkeys/routes.ts';
import { googleRoutes, otherProviderRoutes } from './auth/providers/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { secondFactorRoutes } from './auth/second-factor/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { commentFeedRoutes, commentRoutes } from './comments/routes.ts';
import { contactRoutes } from './contact/routes.ts';
import { demoRoutes } from './demo/routes.ts';
import { previewRoutes } from './documents/preview-page.ts';
import { documentRoutes } from './documents/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { client } from './http/client.ts';
import type { ApiEnv } from './http/context.ts';
import { errorHandler, notFound, wrongMethod } from './http/errors.ts';
import { session } from './http/guards.ts';
import { apiHeaders } from './http/headers.ts';
import { requestLog } from './http/log.ts';
import { originCheck } from './http/origin.ts';
import { rehearsalRoutes } from './imports/rehearsal-site.ts';
import { importRoutes } from './imports/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { followRoutes, notificationRoutes } from './notifications/routes.ts';
import { postRoutes } from './posts/routes.ts';
import { publishRoutes } from './publish/routes.ts';
import { redirectRoutes } from './redirects/routes.ts';
import type { Services } from './services.ts';
import { settingsRoutes } from './settings/routes.ts';
import { statsRoutes } from './stats/routes.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { avatarRoutes } from './users/avatar-routes.ts';
import { userRoutes } from './users/routes.ts';
import { viewRoutes } from './views/routes.ts';

/**
 * Returns the app that answers `/api`, the comment feeds and, in a function, default avatars. The
 * order of the middleware is the contract's order of checks.
 */
export function createApp(services: Services) {
  const { env, log } = services;
  const app = new Hono<ApiEnv>();
  app.onError(errorHandler(log));
  app.notFound(notFound);
  app.use(requestLog(log));
  app.use(apiHeaders({ https: env.siteUrl.startsWith('https:') }));
  app.use(originCheck(env));
  app.use(client({ trustProxy: env.trustProxy, log }));
  app.use((_c, next) => withDatabaseBudget(next));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: wrongMethod }));
  return (
    app
      .route('/api/health', healthRoutes(services))
      .route('/', commentFeedRoutes(services))
      .route('/', avatarRoutes)
      .route('/', previewRoutes(services))
      .route('/api/rehearsal', rehearsalRoutes(services))
      // No session: views are anonymous.
      .route('/api/views', viewRoutes(services))
      // After health, which must answer even if sessions can't be read.
      .use(session(createSessions(services)))
      .route('/api/auth/google', googleRoutes(services))
      .route('/api/auth/identities', identityRoutes(services))
      .route('/api/auth/provider', otherProviderRoutes(services))
      .route('/api/auth/passkeys', passkeyRoutes(services))
      .route('/api/auth/second-factor', secondFactorRoutes(services))
      .route('/api/auth', authRoutes(services))
      .route('/api/user', userRoutes(services))
      .route('/api/upload', uploadRoutes(services))
      .route('/api/post', postRoutes(services))
      .route('/api/document', documentRoutes(services))
      .route('/api/media', mediaRoutes(services))
      .route('/api/comment', commentRoutes(services))
      .route('/api/comment/follow', followRoutes(services))
      .route('/api/notifications', notificationRoutes(services))
      .route('/api/publish', publishRoutes(services))
      .route('/api/stats', statsRoutes(services))
      .route('/api/audit', auditRoutes(services))
      .route('/api/redirects', redirectRoutes(services))
      .route('/api/settings', settingsRoutes(services))
      .route('/api/backups', backupRoutes(services))
      .route('/api/imports', importRoutes(services))
      .route('/api/mail', mailRoutes(services))
      .route('/api/contact', contactRoutes(services))
      .route('/api/demo', demoRoutes(services))
  );
}
