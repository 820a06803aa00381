import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';
import { escapeText } from '../../src/lib/html.ts';
import { memoryAdapter } from './openid-provider-memory.ts';

/** A user with an account at the provider: the claims of the ID token. */
export interface ProviderAccount {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  /** The hosted domain: the organization that runs the account. */
  hd?: string;
  picture?: string;
}

/** Faults to inject into an ID token. The rest of the token stays valid. */
export interface Misbehavior {
  /** Claims that replace the correct ones. */
  claims?: Record<string, unknown>;
  /** Signs with a key other than the provider's, or not at all. */
  signature?: 'strange' | 'none';
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Environment variables for the site. */
  env: Record<string, string>;
  /** The accounts to choose from. Tests add their own. */
  accounts: Map<string, ProviderAccount>;
  /** Faults in the next ID tokens. */
  misbehavior: Misbehavior | undefined;
  /** Whether its pages sever the link between the popup and its opener. */
  seversOpener: boolean;
  /** Handlers for the pictures of accounts, by path. */
  pictures: Map<string, (response: ServerResponse) => void>;
  /** Whether the provider is down. It then answers everything with 503. */
  down: boolean;
  stop(): Promise<void>;
}

const CLIENT_ID = 'inkwell-tests';
const CLIENT_SECRET = 'a secret that only the tests know';

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const key = makeKey();
const strangeKey = makeKey();

/**
 * Starts a real OpenID provider (oidc-provider) on loopback, with an account picker as its only
 * page. `redirectUri` is the site's callback. It runs on `localhost`, which is
 * cross-site for a site on 127.0.0.1.
 */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const issuer = `http://localhost:${address.port}`;
  const running: OpenIdProvider = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    env: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      GOOGLE_ISSUER: issuer,
    },
    accounts: new Map(),
    misbehavior: undefined,
    seversOpener: false,
    pictures: new Map(),
    down: false,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  const provider = createProvider(running, redirectUri);
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer);
    if (running.seversOpener) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    const picture = running.pictures.get(url.pathname);
    if (running.down) response.writeHead(503).end();
    else if (picture) picture(response);
    else if (url.pathname.startsWith('/interaction/')) {
      void accountPicker(provider, running.accounts, request, response);
    } else void answer(request, response);
  });
  return running;
}

function createProvider(running: OpenIdProvider, redirectUri: string): Provider {
  const provider = new Provider(running.issuer, configuration(running, redirectUri));
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== '/token' || !body?.id_token || !running.misbehavior) return;
    ctx.body = { ...body, id_token: tampered(body.id_token, running.misbehavior) };
  });
  return provider;
}

function configuration(running: OpenIdProvider, redirectUri: string): Configuration {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'tests', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['tests'] },
    adapter: memoryAdapter(),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
    },
    features: { devInteractions: { enabled: false } },
    claims: { email: ['email', 'email_verified', 'hd'], profile: ['name', 'picture'] },
    // Like Google, puts email and name into the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    async findAccount(_ctx, id) {
      const account = running.accounts.get(id);
      return account && { accountId: id, claims: async () => ({ ...account }) };
    },
    // Skips the consent screen.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** The provider's only page: one button per account, and one to cancel. */
async function accountPicker(
  provider: Provider,
  accounts: Map<string, ProviderAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const chosen = new URLSearchParams(await text(request)).get('account');
    const result = chosen
      ? { select_account: {}, login: { accountId: chosen } }
      : { error: 'access_denied', error_description: 'The person said no' };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
    return;
  }
  const buttons = [...accounts].map(
    ([id, { name = id }]) => `<button name="account" value="${id}">${escapeText(name)}</button>`,
  );
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Choose an account</title>
    <h1>Choose an account</h1>
    <form method="post">${buttons.join('')}<button name="account" value="">Cancel</button></form>`);
}

/** Returns the token with the injected faults, signed again. */
function tampered(token: string, { claims, signature }: Misbehavior) {
  const [header = '', payload = ''] = token.split('.');
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const read = (value: string) => JSON.parse(Buffer.from(value, 'base64url').toString());
  const newPayload = part({ ...read(payload), ...claims });
  if (signature === 'none') return `${part({ ...read(header), alg: 'none' })}.${newPayload}.`;
  const signed = `${header}.${newPayload}`;
  const used = signature === 'strange' ? strangeKey : key;
  return `${signed}.${sign('sha256', Buffer.from(signed), used).toString('base64url')}`;
}
