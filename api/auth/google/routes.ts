import { Hono } from 'hono';
import { ForbiddenError, NotFoundError, TooManyRequestsError } from '../../errors.ts';
import { body } from '../../http/body.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';
import { createLimiter, takePoint } from '../../ratelimit/limiter.ts';
import type { Services } from '../../services.ts';
import { toUser } from '../../users/present.ts';
import { setSessionCookie } from '../session-cookie.ts';
import { createSessions } from '../sessions.ts';
import { PasswordRequiredError } from './account.ts';
import {
  clearFlowCookie,
  FLOW_MINUTES,
  PASSWORD_MINUTES,
  REDEEM_MINUTES,
  readFlowCookie,
  writeFlowCookie,
} from './flow.ts';
import { createPictureCopy, isPictureWanted } from './picture.ts';
import { createPopup, PopupRefusal } from './popup.ts';
import { popupPage } from './popup-page.ts';
import { createIdentityProvider } from './provider.ts';
import { createGoogleSignIn, googleSignInInput } from './sign-in.ts';

/** What pages call their attempts: nothing else of the address gets into ours. */
const ATTEMPT = /^[\w-]{8,64}$/;

/**
 * `/api/auth/google`: `/start` and `/callback` are the pages of the popup, the `POST` is the call of the
 * page that opened it. All are 404 while Google sign-in is not set up.
 */
export function googleRoutes(services: Services) {
  const { env, log } = services;
  const popup = createPopup(services, createIdentityProvider(env, services.now));
  const sessions = createSessions(services);
  const signIn = createGoogleSignIn(services, sessions);
  const copyPicture = createPictureCopy(services);
  const limiter = createLimiter(services, 'google');
  const limit = (c: ApiContext) =>
    takePoint(limiter, c.var.client.address, 'Too many sign-ins with Google');

  return new Hono<ApiEnv>()
    .use(async (_c, next) => {
      if (!env.google) throw new NotFoundError('Google sign-in is not set up.');
      await next();
    })
    .get('/start', async (c) => {
      // Only windows: a picture or a frame on some page would start a flow without anybody's doing.
      const destination = c.req.header('Sec-Fetch-Dest');
      if (destination !== undefined && destination !== 'document') {
        throw new ForbiddenError('This page must be opened in its own window.');
      }
      const asked = c.req.query('attempt') ?? '';
      const attempt = ATTEMPT.test(asked) ? asked : '';
      try {
        await limit(c);
        const { secret, target } = await popup.begin(attempt);
        writeFlowCookie(c, env.siteUrl, secret, FLOW_MINUTES);
        return c.redirect(target.href);
      } catch (error) {
        log.warn({ requestId: c.var.requestId, reason: reasonOf(error) }, 'google sign-in failed');
        if (!(error instanceof TooManyRequestsError)) {
          return await popupPage(c, { ok: false, attempt }, 502);
        }
        c.header('Retry-After', error.headers['Retry-After']);
        return await popupPage(c, { ok: false, attempt }, 429);
      }
    })
    .get('/callback', async (c) => {
      try {
        const query = new URL(c.req.url).searchParams;
        const { attempt, identity, ticket } = await popup.finish(
          readFlowCookie(c, env.siteUrl),
          query,
        );
        writeFlowCookie(c, env.siteUrl, ticket, REDEEM_MINUTES);
        const { name, email, picture: profilePhoto } = identity;
        return await popupPage(c, { ok: true, attempt, name, email, profilePhoto });
      } catch (error) {
        if (!(error instanceof PopupRefusal)) throw error;
        const { message, attempt, status, cause } = error;
        const reason = { message, ...reasonOf(cause) };
        log.warn({ requestId: c.var.requestId, reason }, 'google sign-in failed');
        if (error.ended) clearFlowCookie(c, env.siteUrl);
        return await popupPage(c, { ok: false, attempt }, status);
      }
    })
    .post('/', body(googleSignInInput), async (c) => {
      await limit(c);
      const secret = readFlowCookie(c, env.siteUrl);
      const signedIn = await signIn(secret, c.req.valid('json'), c.var.client).catch(
        (error: unknown) => {
          // The same proof, with the password: its cookie lives as long as it does.
          if (secret !== undefined && error instanceof PasswordRequiredError) {
            writeFlowCookie(c, env.siteUrl, secret, PASSWORD_MINUTES);
          }
          throw error;
        },
      );
      const { user, session, suggestedUsername } = signedIn;
      await setSessionCookie(c, sessions, session);
      clearFlowCookie(c, env.siteUrl);
      // Not awaited: signing in doesn't wait for the picture.
      if (isPictureWanted(signedIn)) void copyPicture(user.id, signedIn.picture);
      return c.json({
        success: true,
        message: 'You are signed in.',
        user: toUser(user),
        ...(suggestedUsername === undefined ? {} : { suggestedUsername }),
      });
    });
}

/** What the log may know of an error: the causes of openid-client's hold tokens and claims. */
function reasonOf(error: unknown): { error?: string; code?: unknown } {
  if (!(error instanceof Error)) return {};
  return {
    error: `${error.name}: ${error.message}`,
    code: 'code' in error ? error.code : undefined,
  };
}
