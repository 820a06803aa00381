import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A person who is signed in at GitHub. */
export interface GitHubAccount {
  id: number;
  login: string;
  name: string | null;
  avatar_url: string;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

export interface FakeGitHub {
  /** Environment variables for the site. */
  env: Record<string, string>;
  /** Who agrees to sign in, or `undefined` to decline. */
  account: GitHubAccount | undefined;
  stop(): Promise<void>;
}

const CLIENT_ID = 'inkwell-tests';
const CLIENT_SECRET = 'a secret that only the tests know';

/** Starts a GitHub Enterprise Server, as far as sign-ins use it. Codes and tokens work once. */
export async function startGitHub(): Promise<FakeGitHub> {
  const codes = new Map<string, { account: GitHubAccount; challenge: string }>();
  const tokens = new Map<string, GitHubAccount>();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const url = `http://localhost:${address.port}`;
  const github: FakeGitHub = {
    env: { GITHUB_CLIENT_ID: CLIENT_ID, GITHUB_CLIENT_SECRET: CLIENT_SECRET, GITHUB_URL: url },
    account: undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };

  function authorize(query: URLSearchParams, response: ServerResponse) {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    if (github.account) {
      const code = randomBytes(10).toString('hex');
      const challenge = query.get('code_challenge') ?? '';
      codes.set(code, { account: github.account, challenge });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    response.writeHead(302, { Location: back.href }).end();
  }

  async function token(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isRight =
      form.get('client_id') === CLIENT_ID &&
      form.get('client_secret') === CLIENT_SECRET &&
      granted?.challenge === challenge;
    // Like GitHub, with status 200.
    if (!granted || !isRight) return json(response, { error: 'bad_verification_code' });
    const accessToken = randomBytes(10).toString('hex');
    tokens.set(accessToken, granted.account);
    const scope = 'read:user,user:email';
    json(response, { access_token: accessToken, token_type: 'bearer', scope });
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const account = tokens.get(request.headers.authorization?.replace(/^bearer /i, '') ?? '');
    if (pathname === '/login/oauth/authorize') authorize(searchParams, response);
    else if (pathname === '/login/oauth/access_token') void token(request, response);
    else if (!account || !request.headers['user-agent']) response.writeHead(401).end();
    else if (pathname === '/api/v3/user/emails') json(response, account.emails);
    else if (pathname === '/api/v3/user') json(response, { ...account, emails: undefined });
    else response.writeHead(404).end();
  });
  return github;
}

function json(response: ServerResponse, body: unknown) {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
