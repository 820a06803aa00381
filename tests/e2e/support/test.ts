import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { ADMIN, type RunningServer, startServer } from './server.ts';

export { expect };

export interface Person {
  _id: string;
  username: string;
  email: string;
  isAdmin: boolean;
}

interface WorkerFixtures {
  /**
   * The product with the demo content, shared by the tests of one worker. Tests must undo their
   * changes.
   */
  site: RunningServer;
}

interface TestFixtures {
  /**
   * Signs in the test's browser without the form. `reader` is a user without further permissions.
   */
  login: (role: 'admin' | 'reader') => Promise<Person>;
}

/** Playwright's `test` on a running site. `page.goto('/')` opens its home page. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const site = await startServer({ seed: 'demo' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
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
