import { BUDGETS } from './support/budgets.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { weighPages } from './support/weight.ts';

test('no page weighs more than its budget', async ({ browser }) => {
  // It starts a site and opens every page with an empty cache.
  test.setTimeout(300_000);
  // A separate site, because records of other tests would show in the dashboard's lists.
  // At a name, where the sign-in page offers passkeys.
  const site = await startServer({ seed: 'demo', hostname: 'localhost' });
  const weights = await weighPages(browser, site).finally(() => site.stop());
  for (const [name, { bytes, scriptBytes, requests }] of Object.entries(BUDGETS)) {
    const weight = weights.get(name);
    expect.soft(weight?.bytes, `${name}: HTML, styles, scripts, fonts`).toBeLessThanOrEqual(bytes);
    expect.soft(weight?.scriptBytes, `${name}: scripts`).toBeLessThanOrEqual(scriptBytes);
    expect.soft(weight?.requests, `${name}: requests`).toBeLessThanOrEqual(requests);
    // Nothing was measured of a page that did not come.
    expect.soft(weight?.bytes, `${name}: too light to be true`).toBeGreaterThan(bytes * 0.5);
  }
});
