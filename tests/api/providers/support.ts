import { onTestFinished } from 'vitest';
import {
  type Answer,
  SITE,
  type TestApp,
  type TestAppOptions,
  testApp,
} from '../../support/app.ts';
import {
  type OpenIdProvider,
  type ProviderAccount,
  startOpenIdProvider,
} from '../../support/openid-provider.ts';

export const CALLBACK = `${SITE}/api/auth/google/callback`;

/** The message of the popup's last page to the page that opened it. */
export interface PopupResult {
  ok: boolean;
  attempt: string;
  name?: string;
  email?: string;
  profilePhoto?: string;
}

export interface GoogleApp extends TestApp {
  provider: OpenIdProvider;
  /** Advances the clock of the site (not of the provider). */
  pass(ms: number): void;
}

let made = 0;

/** The site and an identity provider. */
export async function googleApp(options: TestAppOptions = {}): Promise<GoogleApp> {
  const provider = await startOpenIdProvider(CALLBACK);
  onTestFinished(() => provider.stop());
  let passed = 0;
  const app = await testApp({
    ...options,
    env: { ...provider.env, ...options.env },
    services: { now: () => new Date(Date.now() + passed), ...options.services },
  });
  return {
    ...app,
    provider,
    pass: (ms) => {
      passed += ms;
    },
  };
}

/** A person with an account at the provider. */
export function person(
  provider: OpenIdProvider,
  claims: Partial<ProviderAccount> = {},
): ProviderAccount {
  const sub = claims.sub ?? `person-${++made}`;
  const account = {
    sub,
    name: 'Ada Lovelace',
    email: `${sub}@example.com`,
    email_verified: true,
    picture: 'https://pictures.example.com/ada.png',
    ...claims,
  };
  provider.accounts.set(sub, account);
  return account;
}

/** The cookies of a browser, by name. */
class Jar {
  readonly #cookies = new Map<string, string>();

  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const gone = value === '' || /max-age=0/i.test(line);
      if (gone) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** A browser: its cookies at the site and the provider, and the steps of the popup. */
export class TestBrowser {
  readonly cookies: Jar;
  readonly #atProvider = new Jar();
  readonly #app: Pick<TestApp, 'call'>;

  /** Where the calls of the provider are. */
  readonly #path: string;

  /** `cookies` of another one: the same browser, answered by another process of the site. */
  constructor(app: Pick<TestApp, 'call'>, cookies = new Jar(), path = '/api/auth/google') {
    this.#app = app;
    this.cookies = cookies;
    this.#path = path;
  }

  async call(line: string, options: { json?: unknown; headers?: Record<string, string> } = {}) {
    const headers = { ...options.headers, Cookie: this.cookies.header };
    const answer = await this.#app.call(line, { ...options, headers });
    this.cookies.take(answer.headers);
    return answer;
  }

  /** Opens the popup. Returns the provider's URL. */
  async start(attempt = 'attempt-1'): Promise<URL> {
    const answer = await this.call(`GET ${this.#path}/start?attempt=${attempt}`);
    if (answer.status !== 302) throw new Error(`start: ${answer.status} ${answer.body}`);
    return new URL(answer.headers.get('Location') ?? '');
  }

  /** At the provider: chooses the account or declines. Returns the URL of the callback. */
  async choose(target: URL, account: ProviderAccount | undefined): Promise<URL> {
    let url = target;
    for (let step = 0; step < 10; step++) {
      if (url.href.startsWith(`${SITE}${this.#path}/callback`)) return url;
      const form = url.pathname.startsWith('/interaction/');
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { Cookie: this.#atProvider.header },
        ...(form
          ? { method: 'POST', body: new URLSearchParams({ account: account?.sub ?? '' }) }
          : {}),
      });
      this.#atProvider.take(response.headers);
      const location = response.headers.get('Location');
      if (!location) throw new Error(`${url}: ${response.status} ${await response.text()}`);
      url = new URL(location, url);
    }
    throw new Error('The provider never led back');
  }

  /** Returns to the site. Returns the response and the message to the opener. */
  async comeBack(url: URL): Promise<{ answer: Answer; result: PopupResult }> {
    const answer = await this.call(`GET ${url.pathname}${url.search}`);
    return { answer, result: readResult(answer) };
  }

  /** Runs the complete popup. */
  async popup(
    account: ProviderAccount | undefined,
  ): Promise<{ answer: Answer; result: PopupResult }> {
    return await this.comeBack(await this.choose(await this.start(), account));
  }

  /** Makes the call of the page that opened the popup. */
  redeem(email: string | undefined, more: Record<string, unknown> = {}) {
    return this.call(`POST ${this.#path}`, {
      json: { name: 'Ada Lovelace', email, profilePhoto: '', ...more },
    });
  }

  /** Signs in: popup and call. */
  async signIn(account: ProviderAccount) {
    await this.popup(account);
    return await this.redeem(account.email);
  }

  async whoAmI() {
    return (await this.call('GET /api/auth/session')).body.user;
  }
}

/** Parses the result in the popup's last page. */
export function readResult(answer: Answer): PopupResult {
  const attribute = /data-result="([^"]*)"/.exec(String(answer.body))?.[1];
  if (attribute === undefined) throw new Error(`No result in: ${answer.status} ${answer.body}`);
  const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" };
  return JSON.parse(attribute.replace(/&([^;]+);/g, (all, name: string) => entities[name] ?? all));
}
