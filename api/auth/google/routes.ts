import { type Context, Hono } from 'hono';
import { ForbiddenError, NotFoundError, TooManyRequestsError } from '../../errors.ts';
import { body } from '../../http/body.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';
import { createLimiter, takePoint } from '../../ratelimit/limiter.ts';
import type { Services } from '../../services.ts';
import { toUser } from '../../users/serialize.ts';
import { setSessionCookies } from '../session-cookie.ts';
import { PasswordRequiredError } from './find-or-create-account.ts';
import {
  clearFlowCookie,
  FLOW_MINUTES,
  PASSWORD_MINUTES,
  REDEEM_MINUTES,
  readFlowCookie,
  setFlowCookie,
} from './flow.ts';
import { copyPictureLater } from './picture.ts';
import { createPopup, type Popup, PopupRefusal } from './popup.ts';
import { popupPage } from './popup-page.ts';
import { createIdentityProvider } from './provider.ts';
import { type GoogleSignInInput, googleSignInInput, signInWithGoogle } from './sign-in.ts';

/** What pages call their attempts. Other text in the query isn't echoed. */
const ATTEMPT = /^[\w-]{8,64}$/;

type TakePoint = (c: ApiContext) => Promise<void>;

/**
 * `/api/auth/google`: `/start` and `/callback` are the pages of the popup; the page that opened it
 * sends the `POST`. All are 404 without Google's credentials.
 */
export function googleRoutes(services: Services) {
  const { env, now } = services;
  const popup = createPopup(services, createIdentityProvider(env, now));
  const limiter = createLimiter(services, 'google');
  const limit = (c: ApiContext) =>
    takePoint(limiter, c.var.client.address, 'Too many sign-ins with Google');

  return new Hono<ApiEnv>()
    .use(async (_c, next) => {
      if (!env.google) throw new NotFoundError("Google sign-in isn't available.");
      await next();
    })
    .get('/start', startPage(services, popup, limit))
    .get('/callback', callbackPage(services, popup))
    .post('/', body(googleSignInInput), async (c) => {
      await limit(c);
      return c.json(await redeem(c, services, c.req.valid('json')));
    });
}

function startPage({ env, log }: Services, popup: Popup, limit: TakePoint) {
  return async (c: Context<ApiEnv>) => {
    // Only windows: an image or a frame on another site must not start a flow.
    const destination = c.req.header('Sec-Fetch-Dest');
    if (destination !== undefined && destination !== 'document') {
      throw new ForbiddenError('This page must be opened in its own window.');
    }
    const given = c.req.query('attempt') ?? '';
    const attempt = ATTEMPT.test(given) ? given : '';
    try {
      await limit(c);
      const { secret, target } = await popup.begin(attempt);
      setFlowCookie(c, env.siteUrl, secret, FLOW_MINUTES);
      return c.redirect(target.href);
    } catch (error) {
      log.warn({ requestId: c.var.requestId, reason: reasonOf(error) }, 'google sign-in failed');
      if (!(error instanceof TooManyRequestsError)) {
        return await popupPage(c, { ok: false, attempt }, 502);
      }
      c.header('Retry-After', error.headers['Retry-After']);
      return await popupPage(c, { ok: false, attempt }, 429);
    }
  };
}

/** Ends the popup: verifies the provider's answer and posts the result to the page. */
function callbackPage({ env, log }: Services, popup: Popup) {
  return async (c: Context<ApiEnv>) => {
    try {
      const query = new URL(c.req.url).searchParams;
      const secret = readFlowCookie(c, env.siteUrl);
      const { attempt, identity, ticket } = await popup.finish(secret, query);
      setFlowCookie(c, env.siteUrl, ticket, REDEEM_MINUTES);
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
  };
}

async function redeem(c: ApiContext, services: Services, input: GoogleSignInInput) {
  const { siteUrl } = services.env;
  const secret = readFlowCookie(c, siteUrl);
  const signedIn = await signInWithGoogle(services, secret, input, c.var).catch((error) => {
    // The proof can be used again, with the password: its cookie must last as long.
    if (secret !== undefined && error instanceof PasswordRequiredError) {
      setFlowCookie(c, siteUrl, secret, PASSWORD_MINUTES);
    }
    throw error;
  });
  const { user, cookies, picture, link, suggestedUsername } = signedIn;
  setSessionCookies(c, user.id, cookies);
  clearFlowCookie(c, siteUrl);
  // For new accounts, and while the profile still links to the provider. Signing in doesn't wait for
  // the picture.
  if (picture !== '' && (link === 'new account' || user.profilePicture === picture)) {
    await copyPictureLater(services, user.id, picture);
  }
  return {
    success: true,
    message: 'You are signed in.',
    user: toUser(user),
    ...(suggestedUsername === undefined ? {} : { suggestedUsername }),
  };
}

/** Returns the loggable part: the causes of openid-client's errors hold tokens and claims. */
function reasonOf(error: unknown): { error?: string; code?: unknown } {
  if (!(error instanceof Error)) return {};
  return {
    error: `${error.name}: ${error.message}`,
    code: 'code' in error ? error.code : undefined,
  };
}
