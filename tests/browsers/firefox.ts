import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type ElementHandle, type KeyInput } from 'puppeteer-core';
import { chordOf, type Driver } from './driver.ts';
import { FIREFOX } from './install.ts';

/** Stops Firefox's own requests: telemetry, updates, connectivity checks, block lists. */
const QUIET = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.newtabpage.activity-stream.feeds.section.topstories': false,
  'browser.region.network.url': '',
  'browser.search.update': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.prefetch-next': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': '',
};

/** Scrollbars take room, as on Windows. */
const SCROLLBARS = { 'widget.gtk.overlay-scrollbars.enabled': false };

/** Starts Debian's Firefox without a screen, over WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'inkwell-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    userDataDir: profile,
    extraPrefsFirefox: { ...QUIET, ...SCROLLBARS },
    timeout: 120_000,
    protocolTimeout: 60_000,
    // A root without the owner's home folder.
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  let context = await browser.createBrowserContext();
  let complaints: string[] = [];
  const newPage = async () => {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    return page;
  };
  let page = await newPage();
  return {
    // Like a link. BiDi's `navigate` may fail or hang in Firefox while another page is loading.
    // The timer lets the call return before the page goes away.
    open: (url) =>
      page.evaluate((address) => {
        // An import that leaving cancels is no complaint.
        console.error = () => undefined;
        setTimeout(() => location.assign(address));
      }, url),
    resize: (width, height) => page.setViewport({ width, height }),
    // Puppeteer maps the types of arguments to handles.
    run: async (script, ...args) =>
      (await page.evaluate(script as (...args: unknown[]) => unknown, ...args)) as never,
    async pointer(...steps) {
      for (const step of steps) {
        if (typeof step === 'object') await page.mouse.move(step.x, step.y);
        else await page.mouse[step]();
      }
    },
    async press(...keys) {
      for (const text of keys) {
        const chord = chordOf(text);
        if (!chord) {
          await page.keyboard.type(text);
          continue;
        }
        const { held, key } = chord as { held: KeyInput[]; key: KeyInput };
        for (const one of held) await page.keyboard.down(one);
        await page.keyboard.press(key);
        for (const one of held.toReversed()) await page.keyboard.up(one);
      }
    },
    async upload(selector, file) {
      const input = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      if (!input) throw new Error(`There is no ${selector}`);
      await input.uploadFile(file);
    },
    async forget() {
      await context.close();
      context = await browser.createBrowserContext();
      page = await newPage();
      complaints = [];
    },
    async complaints() {
      const found = complaints;
      complaints = [];
      return found;
    },
    async close() {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
