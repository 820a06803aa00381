import {
  type APIRequestContext,
  test as base,
  expect,
  type Page,
  type TestFixture,
  type WorkerFixture,
} from '@playwright/test';
import { ADMIN, type RunningServer, type ServerOptions, startServer } from './server.ts';

export { expect };

export interface Person {
  _id: string;
  username: string;
  email: string;
  isAdmin: boolean;
}

interface WorkerFixtures {
  /**
   * The product with the demo content. Like the others, it starts when a test of the worker first
   * needs it. Tests must undo their changes.
   */
  demoSite: RunningServer;
  /** A site without content, for tests of accounts and of the dashboard. Passkeys need a name. */
  accountsSite: RunningServer;
  /** A site without content, for tests that write posts and comments. */
  writingSite: RunningServer;
}

interface TestFixtures {
  /** The site of the test. */
  site: RunningServer;
  /**
   * Signs in the test's browser without the form. `reader` is a user without further permissions.
   */
  login: (role: 'admin' | 'reader') => Promise<Person>;
}

/** All tests share one address, and so its limits. */
const RATE_LIMITS = 'signUp=1000/60,signInAddress=1000/60,passkey=10000/60,comment=1000/60';

const shared = (
  options: ServerOptions,
): [WorkerFixture<RunningServer, object>, { scope: 'worker'; timeout: number }] => [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  async ({}, use) => {
    const site = await startServer(options);
    await use(site);
    await site.stop();
  },
  { scope: 'worker', timeout: 240_000 },
];

/**
 * Playwright's `test` on a running site. `page.goto('/')` opens its home page. Files must not add
 * worker fixtures: Playwright would start new workers for them, and those new servers.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  demoSite: shared({ seed: 'demo', env: { RATE_LIMITS } }),
  accountsSite: shared({ hostname: 'localhost', env: { RATE_LIMITS } }),
  writingSite: shared({ env: { RATE_LIMITS } }),
  site: ({ demoSite }, use) => use(demoSite),
  baseURL: ({ site }, use) => use(site.url),
  login: async ({ site, context }, use, { workerIndex }) => {
    const reader = {
      username: `reader-${workerIndex}`,
      email: `reader-${workerIndex}@example.com`,
      password: 'a reader with a password',
    };
    await use(async (role) => {
      if (role === 'admin') return signIn(context.request, site.url, ADMIN);
      await signUp(context.request, site.url, reader);
      return signIn(context.request, site.url, reader);
    });
  },
});

/**
 * Gives a file's tests a server of their own, which starts once. The tests run in order, in one
 * worker. Pass the result to `test.extend`. `prepare` may start what the server needs.
 */
export function ownServer(
  prepare: ServerOptions | (() => Promise<ServerOptions>),
  mode: 'default' | 'serial' = 'default',
) {
  let server: RunningServer | undefined;
  base.describe.configure({ mode });
  base.afterAll(() => server?.stop());
  // Not in a hook: the fixtures of hooks need the site, too, for its address.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  const start: TestFixture<RunningServer, object> = async ({}, use) => {
    server ??= await startServer(typeof prepare === 'function' ? await prepare() : prepare);
    await use(server);
  };
  const site: [typeof start, { scope: 'test'; timeout: number }] = [
    start,
    { scope: 'test', timeout: 240_000 },
  ];
  return { site };
}

/**
 * Playwright's `test` on a server of a file's own, with what `make` creates there, once, as the
 * administrator.
 */
export function ownWorld<World>(make: (request: APIRequestContext, me: Person) => Promise<World>) {
  let world: World | undefined;
  return test.extend<{ world: World }>({
    ...ownServer({}),
    world: async ({ site, playwright }, use) => {
      if (world === undefined) {
        const request = await playwright.request.newContext({ baseURL: site.url });
        world = await make(request, await signIn(request, site.url, ADMIN));
        await request.dispose();
      }
      await use(world);
    },
  });
}

/** Waits until no part of the page is loading. What arrives moves the buttons below it. */
export const allLoaded = (page: Page) => expect(page.getByText('Loading...')).toHaveCount(0);

/** Opens the overview, and waits for its notices, which move what's below them. */
export async function openOverview(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
}

/** Creates an account unless it already exists. */
export async function signUp(
  request: APIRequestContext,
  url: string,
  data: { username: string; email: string; password: string },
): Promise<void> {
  const response = await request.post(`${url}/api/auth/signup`, { data });
  if (response.status() !== 201 && response.status() !== 409) {
    throw new Error(`Signing up: ${response.status()} ${await response.text()}`);
  }
}

/**
 * Signs in. The session cookie is stored in `request` and its browser context.
 */
export async function signIn(
  request: APIRequestContext,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Person> {
  const response = await request.post(`${url}/api/auth/signin`, { data: { email, password } });
  if (!response.ok()) throw new Error(`Signing in: ${response.status()} ${await response.text()}`);
  return ((await response.json()) as { user: Person }).user;
}
