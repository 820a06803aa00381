import type { Page } from '@playwright/test';
import { test as base } from './accounts.ts';

/** Playwright's `test` on a site where browsers offer passkeys. */
export const test = base.extend({ site: ({ accountsSite }, use) => use(accountsSite) });

/** Plugs a device into the page that stores passkeys and knows its user. */
export async function plugIn(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the device recognizes its user. */
    recognize: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

export type Device = Awaited<ReturnType<typeof plugIn>>;
