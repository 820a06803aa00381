import { type Context, Hono } from 'hono';
import { ForbiddenError, NotFoundError, TooManyRequestsError } from '../../errors.ts';
import { body } from '../../http/body.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';
import { createLimiter, takePoint } from '../../ratelimit/limiter.ts';
import type { Services } from '../../services.ts';
import { toUser } from '../../users/serialize.ts';
import { setSessionCookies } from '../start-session.ts';
import { PasswordRequiredError } from './find-or-create-account.ts';
import {
  clearFlowCookie,
  FLOW_MINUTES,
  type FlowCookie,
  PASSWORD_MINUTES,
  REDEEM_MINUTES,
  readFlowCookie,
  setFlowCookie,
} from './flow.ts';
import { copyPictureLater } from './picture.ts';
import { createPopup, type Popup, PopupRefusal } from './popup.ts';
import { popupPage } from './popup-page.ts';
import { createIdentityProvider } from './provider.ts';
import type { ProviderSettings } from './settings.ts';
import { type ProviderSignInInput, providerSignInInput, signInWithProvider } from './sign-in.ts';

/** Format of the pages' attempt ids. Other text in the query isn't echoed. */
const ATTEMPT = /^[\w-]{8,64}$/;

/** A provider with the context of its routes. */
interface Setup {
  services: Services;
  provider: ProviderSettings;
  cookie: FlowCookie;
  limit: (c: ApiContext) => Promise<void>;
}

/** `/api/auth/google`. All 404 without Google's credentials. */
export function googleRoutes(services: Services) {
  const { google } = services.env;
  if (google) return providerRoutes(services, google);
  return new Hono<ApiEnv>().use(async () => {
    throw new NotFoundError("Google sign-in isn't available.");
  });
}

/** `/api/auth/provider/{id}`: the same for other providers. */
export function otherProviderRoutes(services: Services) {
  const routes = new Hono<ApiEnv>();
  for (const provider of services.env.providers) {
    routes.route(`/${provider.id}`, providerRoutes(services, provider));
  }
  return routes;
}

/**
 * Sign-in with one provider: `/start` and `/callback` are the popup's pages; the page that opened
 * it sends the `POST`.
 */
function providerRoutes(services: Services, provider: ProviderSettings) {
  const { siteUrl } = services.env;
  const popup = createPopup(
    services,
    createIdentityProvider(provider, siteUrl, () => services.now()),
  );
  const limiter = createLimiter(services, 'google');
  const limit = (c: ApiContext) =>
    takePoint(limiter, c.var.client.address, `Too many sign-ins with ${provider.name}`);
  const setup = { services, provider, cookie: { siteUrl, provider: provider.id }, limit };

  return new Hono<ApiEnv>()
    .get('/start', startPage(setup, popup))
    .get('/callback', callbackPage(setup, popup))
    .post('/', body(providerSignInInput), async (c) => {
      await limit(c);
      return c.json(await redeem(c, setup, c.req.valid('json')));
    });
}

function startPage({ services: { log }, provider, cookie, limit }: Setup, popup: Popup) {
  return async (c: Context<ApiEnv>) => {
    // Only a window may start a flow, not an image or a frame on another site.
    const destination = c.req.header('Sec-Fetch-Dest');
    if (destination !== undefined && destination !== 'document') {
      throw new ForbiddenError('This page must be opened in its own window.');
    }
    const given = new URL(c.req.url).searchParams.get('attempt') ?? '';
    const attempt = ATTEMPT.test(given) ? given : '';
    try {
      await limit(c);
      const { secret, target } = await popup.begin(attempt);
      setFlowCookie(c, cookie, secret, FLOW_MINUTES);
      return c.redirect(target.href);
    } catch (error) {
      const reason = reasonOf(error);
      log.warn({ requestId: c.var.requestId, reason }, `${provider.id} sign-in failed`);
      if (!(error instanceof TooManyRequestsError)) {
        return await popupPage(c, provider, { ok: false, attempt }, 502);
      }
      c.header('Retry-After', error.headers['Retry-After']);
      return await popupPage(c, provider, { ok: false, attempt }, 429);
    }
  };
}

/** Ends the popup: verifies the provider's answer and posts the result to the page. */
function callbackPage({ services: { log }, provider, cookie }: Setup, popup: Popup) {
  return async (c: Context<ApiEnv>) => {
    try {
      const query = new URL(c.req.url).searchParams;
      const secret = readFlowCookie(c, cookie);
      const { attempt, identity, ticket } = await popup.finish(secret, query);
      setFlowCookie(c, cookie, ticket, REDEEM_MINUTES);
      const { name, email, picture: profilePhoto } = identity;
      return await popupPage(c, provider, { ok: true, attempt, name, email, profilePhoto });
    } catch (error) {
      if (!(error instanceof PopupRefusal)) throw error;
      const { message, attempt, status, cause } = error;
      const reason = { message, ...reasonOf(cause) };
      log.warn({ requestId: c.var.requestId, reason }, `${provider.id} sign-in failed`);
      if (error.ended) clearFlowCookie(c, cookie);
      return await popupPage(c, provider, { ok: false, attempt }, status);
    }
  };
}

async function redeem(
  c: ApiContext,
  { services, provider, cookie }: Setup,
  input: ProviderSignInInput,
) {
  const secret = readFlowCookie(c, cookie);
  const flow = { provider, secret };
  const signedIn = await signInWithProvider(services, flow, input, c.var).catch((error) => {
    // The proof can be used again with the password, so its cookie must last as long.
    if (secret !== undefined && error instanceof PasswordRequiredError) {
      setFlowCookie(c, cookie, secret, PASSWORD_MINUTES);
    }
    throw error;
  });
  const { user, cookies, picture, link, suggestedUsername } = signedIn;
  setSessionCookies(c, user.id, cookies);
  clearFlowCookie(c, cookie);
  // For new accounts, and while the profile still uses the provider's URL. Sign-in doesn't wait for
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

/**
 * Returns the part that's safe to log: the causes of openid-client's errors contain tokens and
 * claims.
 */
function reasonOf(error: unknown): { error?: string; code?: unknown } {
  if (!(error instanceof Error)) return {};
  return {
    error: `${error.name}: ${error.message}`,
    code: 'code' in error ? error.code : undefined,
  };
}
