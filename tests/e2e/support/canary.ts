import type { BrowserContext, Frame, Page } from '@playwright/test';

/** Something that ran or went where it must not. */
export interface Alarm {
  page: string;
  what: string;
}

export interface Canary {
  /** Calls of `alert` and its like: every payload of the tests ends in one. */
  calls: Alarm[];
  /** What the content security policy or Trusted Types had to stop, other than pictures. */
  stopped: Alarm[];
  /** Requests that left the site, other than for pictures and the players of videos. */
  escapes: Alarm[];
}

const PLAYERS = /^https:\/\/(?:www\.youtube-nocookie\.com|player\.vimeo\.com)\//;

/** Sets the trap in every page and frame of the browser, from now on. */
export async function setCanary(context: BrowserContext, origin: string): Promise<Canary> {
  const canary: Canary = { calls: [], stopped: [], escapes: [] };
  // Pages of others, such as a provider's, may do as they like.
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
  // Nothing of these tests reaches a network, whatever a page asks for.
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && !/^(127\.0\.0\.1|localhost)$/.test(url.hostname),
    (route) => route.abort(),
  );
  return canary;
}

/** Does to everything on the page what a visitor might: whatever has a handler runs it now. */
export async function provoke(page: Page): Promise<void> {
  await page.evaluate(() => {
    const names =
      'click dblclick auxclick contextmenu mouseover mouseenter mousemove pointerover pointerenter pointerdown ' +
      'focus focusin blur keydown input change toggle beforetoggle load error animationstart transitionend ' +
      'scroll wheel copy paste drop dragstart select begin end repeat';
    // Not what the site itself gives to click: it would do as it is told.
    for (const element of document.querySelectorAll(
      ':not(form, form *, button, header *, nav *)',
    )) {
      for (const name of names.split(' ')) {
        element.dispatchEvent(new Event(name, { bubbles: false, cancelable: true }));
      }
    }
  });
}

/** Everything in the live document that could run something and is not the site's own, in words. */
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
