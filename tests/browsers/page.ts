import type { Driver } from './driver.ts';

/** Generous: a busy machine is slow, and no test measures time. */
const TIMEOUT_MS = 120_000;
const POLL_MS = 50;

type Role = 'alert' | 'article' | 'button' | 'dialog' | 'field' | 'heading' | 'link' | 'option';

interface Found {
  x: number;
  y: number;
  text: string;
  isEnabled: boolean;
  /** The element in front of it, if any. */
  covered: string | undefined;
}

/** A page as a user sees it: everything is found by its role and its name. */
export class Page {
  private readonly driver: Driver;
  private readonly origin: string;

  constructor(driver: Driver, origin: string) {
    this.driver = driver;
    this.origin = origin;
  }

  /** Waits until the page has loaded and its islands react to input. */
  async open(path: string): Promise<void> {
    const url = this.origin + path;
    await this.driver.run(() => {
      Object.assign(document, { isLeft: true });
    });
    await this.driver.open(url);
    await this.until(`${url} is ready`, () =>
      this.driver.run(
        () =>
          !('isLeft' in document) &&
          document.readyState === 'complete' &&
          !document.querySelector('astro-island[ssr][client=load]'),
      ),
    );
  }

  /** Waits until an element is visible. `name` is all or, as a regular expression, part of it. */
  see(role: Role, name: string | RegExp): Promise<Found> {
    return this.until(`${role} ${name} is visible`, () => this.find(role, name));
  }

  /** Waits until the text of the page contains this. */
  async seeText(text: string): Promise<void> {
    await this.until(`the page says "${text}"`, () =>
      // biome-ignore lint/performance/useDomNodeTextContent: only what is visible
      this.driver.run((wanted) => document.body.innerText.includes(wanted), text),
    );
  }

  async notSee(role: Role, name: string | RegExp): Promise<void> {
    await this.until(`${role} ${name} is gone`, async () => !(await this.find(role, name)));
  }

  /** Waits until the element is enabled, stands still and nothing covers it, then clicks it. */
  async click(role: Role, name: string | RegExp): Promise<void> {
    let last: Found | null = null;
    const target = await this.until(`${role} ${name} can be clicked`, async () => {
      const found = await this.find(role, name);
      const isStill = found && last?.x === found.x && last.y === found.y;
      last = found;
      return isStill && found.isEnabled && !found.covered ? found : null;
    });
    await this.driver.pointer(target, 'down', 'up');
  }

  async type(field: string | RegExp, text: string): Promise<void> {
    await this.click('field', field);
    await this.driver.press(text);
  }

  /** Submits the form of the focused field with Enter, once its button is enabled. */
  async submit(button: string): Promise<void> {
    await this.until(
      `${button} is enabled`,
      async () => (await this.find('button', button))?.isEnabled,
    );
    await this.press('Enter');
  }

  press(...keys: string[]): Promise<void> {
    return this.driver.press(...keys);
  }

  async seePath(path: RegExp): Promise<void> {
    await this.until(`the address matches ${path}`, async () =>
      path.test(await this.driver.run(() => location.pathname + location.search)),
    );
  }

  private find(role: Role, name: string | RegExp): Promise<Found | null> {
    const pattern = typeof name === 'string' ? `^${literal(name)}$` : name.source;
    return this.driver.run(findElement, role, pattern);
  }

  private async until<T>(what: string, probe: () => Promise<T>): Promise<NonNullable<T>> {
    const end = Date.now() + TIMEOUT_MS;
    let reason = '';
    while (Date.now() < end) {
      try {
        const value = await probe();
        if (value) return value as NonNullable<T>;
        reason = '';
      } catch (error) {
        // The page may be navigating.
        reason = `: ${(error as Error).message}`;
      }
      await new Promise((wait) => setTimeout(wait, POLL_MS));
    }
    const shown = await this.driver
      // biome-ignore lint/performance/useDomNodeTextContent: only what is visible
      .run(() => `${location.href} (${document.readyState})\n${document.body.innerText}`)
      .catch((error: Error) => error.message);
    throw new Error(`Never: ${what}${reason}\nThe page: ${shown.slice(0, 2_000)}`);
  }
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Runs in the page. Returns the first visible element with this role and name. */
function findElement(role: string, pattern: string): Found | null {
  const selectors: Record<string, string> = {
    alert: '[role=alert]',
    article: 'article',
    button: 'button, [role=button]',
    dialog: 'dialog[open], [role=dialog]',
    field: 'input:not([type=hidden], [type=file]), textarea, select, [contenteditable=true]',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    option: '[role=option]',
  };
  const textOf = (ids: string) =>
    ids
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
  const nameOf = (element: Element) => {
    // Found by what they say.
    if (role === 'alert' || role === 'article')
      return element.textContent.replace(/\s+/g, ' ').trim();
    const labels = (element as HTMLInputElement).labels ?? [];
    const isText = ['button', 'heading', 'link', 'option'].includes(role);
    const name =
      textOf(element.getAttribute('aria-labelledby') ?? '').trim() ||
      element.getAttribute('aria-label') ||
      [...labels].map((label) => label.textContent).join(' ') ||
      (isText && element.textContent) ||
      element.querySelector('img')?.alt ||
      element.getAttribute('placeholder') ||
      element.getAttribute('title') ||
      '';
    return name.replace(/\s+/g, ' ').trim();
  };
  const wanted = new RegExp(pattern);
  const modal = document.querySelector('dialog:modal');
  for (const element of document.querySelectorAll(selectors[role] ?? role)) {
    if (modal && !modal.contains(element)) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (!wanted.test(nameOf(element))) continue;
    let box = element.getBoundingClientRect();
    if (box.top < 80 || box.bottom > innerHeight - 80) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      box = element.getBoundingClientRect();
    }
    const x = box.left + box.width / 2;
    const y = Math.min(Math.max(box.top + box.height / 2, 1), innerHeight - 1);
    const front = document.elementFromPoint(x, y);
    const isInFront = front && (element.contains(front) || front.contains(element));
    const covered = isInFront ? undefined : (front?.outerHTML.slice(0, 200) ?? 'nothing');
    const isEnabled = !element.matches(':disabled');
    return { x, y, text: element.textContent ?? '', isEnabled, covered };
  }
  return null;
}
