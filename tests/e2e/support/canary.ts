import type { BrowserContext, Frame, Page } from '@playwright/test';

/** An attack that ran code or left the site. */
export interface Alarm {
  page: string;
  what: string;
}

export interface Canary {
  /** Calls of `alert` and similar functions. Every payload ends with one. */
  calls: Alarm[];
  /** Violations of the content security policy or Trusted Types, except for pictures. */
  stopped: Alarm[];
  /** Requests to other sites, except for pictures and video players. */
  escapes: Alarm[];
}

const PLAYERS = /^https:\/\/(?:www\.youtube-nocookie\.com|player\.vimeo\.com)\//;

/** Installs the canary in every page and frame that the browser opens from now on. */
export async function setCanary(context: BrowserContext, origin: string): Promise<Canary> {
  const canary: Canary = { calls: [], stopped: [], escapes: [] };
  // Ignores pages of other sites, such as an identity provider's.
  const isForeign = (url: string) => /^https?:/.test(url) && !url.startsWith(`${origin}/`);
  const into = (list: Alarm[]) => (source: { page: Page; frame: Frame }, what: string) => {
    if (!isForeign(source.frame.url())) list.push({ page: source.page.url(), what });
  };
  await context.exposeBinding('canaryCalled', into(canary.calls));
  await context.exposeBinding('canaryStopped', into(canary.stopped));
  await context.addInitScript(() => {
    const { canaryCalled, canaryStopped } = window as unknown as Record<
      string,
      (what: string) => void
    >;
    for (const name of ['alert', 'confirm', 'prompt', 'print']) {
      const call = (what: unknown) => canaryCalled?.(`${name}(${what})`);
      Object.defineProperty(window, name, { value: call });
    }
    addEventListener('securitypolicyviolation', (event) => {
      if (event.effectiveDirective === 'img-src') return;
      canaryStopped?.(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  context.on('dialog', (dialog) => {
    const url = dialog.page()?.url() ?? '';
    if (!isForeign(url)) canary.calls.push({ page: url, what: dialog.message() });
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!isForeign(url) || request.resourceType() === 'image' || PLAYERS.test(url)) return;
    canary.escapes.push({
      page: request.isNavigationRequest() ? '' : request.frame().url(),
      what: url,
    });
  });
  // Blocks all requests to the network.
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && !/^(127\.0\.0\.1|localhost)$/.test(url.hostname),
    (route) => route.abort(),
  );
  return canary;
}

/** Triggers the handlers of every element, as a visitor's actions might. */
export async function provoke(page: Page): Promise<void> {
  await page.evaluate(() => {
    const names =
      'click dblclick auxclick contextmenu mouseover mouseenter mousemove pointerover pointerenter pointerdown ' +
      'focus focusin blur keydown input change toggle beforetoggle load error animationstart transitionend ' +
      'scroll wheel copy paste drop dragstart select begin end repeat';
    // Skips the site's own controls, which would do what they are for.
    for (const element of document.querySelectorAll(
      ':not(form, form *, button, header *, nav *)',
    )) {
      for (const name of names.split(' ')) {
        element.dispatchEvent(new Event(name, { bubbles: false, cancelable: true }));
      }
    }
  });
}

/** Describes everything in the document that could run code and isn't part of the site. */
export function hostileParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const start = (element: Element) => element.outerHTML.slice(0, 200);
    const own = (address: string) => URL.parse(address, location.href)?.origin === location.origin;
    const isPlain = (address: string, element: Element) =>
      /^(?:https?|mailto|tel|blob):/.test(URL.parse(address, location.href)?.protocol ?? '') ||
      address === 'about:blank' ||
      (/^data:image\/(?:png|webp|svg\+xml)/.test(address) && !element.closest('.prose, article'));
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name) || name === 'srcdoc') found.push(start(element));
        const isAddress = /^(?:href|src|action|formaction|data|xlink:href|poster)$/i.test(name);
        if (isAddress && !isPlain(value, element)) found.push(start(element));
      }
    }
    for (const script of document.querySelectorAll<HTMLScriptElement>('script')) {
      const isData = /json/.test(script.type);
      const isInline = script.src === '' && script.closest('.prose') !== null;
      if ((script.src !== '' && !own(script.src)) || (isInline && !isData))
        found.push(start(script));
    }
    const foreign =
      'object, embed, applet, frame, base, math, portal, fencedframe, meta[http-equiv="refresh" i], ' +
      'svg script, svg foreignObject, svg animate, svg set, link[rel="import"], ' +
      '.prose :is(form, input, button[formaction], style, link, template, [name], svg use)';
    for (const element of document.querySelectorAll(foreign)) found.push(start(element));
    for (const frame of document.querySelectorAll('iframe')) {
      const { href = '', hostname = '' } = URL.parse(frame.src) ?? {};
      const isPlayer = /^(?:www\.youtube-nocookie\.com|player\.vimeo\.com)$/.test(hostname);
      if (!isPlayer && href !== 'about:blank') found.push(start(frame));
    }
    return found;
  });
}
