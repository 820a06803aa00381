import type { Driver, Key, Modifier } from './driver.ts';

const TIMEOUT_MS = 20_000;
const POLL_MS = 50;

type Role = 'alert' | 'article' | 'button' | 'dialog' | 'field' | 'heading' | 'link';

interface Found {
  x: number;
  y: number;
  text: string;
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

  open(path: string): Promise<void> {
    return this.driver.open(this.origin + path);
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

  /** Waits until the element stands still and nothing covers it, then clicks it. */
  async click(role: Role, name: string | RegExp): Promise<void> {
    let last: Found | null = null;
    const target = await this.until(`${role} ${name} can be clicked`, async () => {
      const found = await this.find(role, name);
      const isStill = found && last?.x === found.x && last.y === found.y && !found.covered;
      last = found;
      return isStill ? found : null;
    });
    await this.driver.click(target.x, target.y);
  }

  async type(field: string | RegExp, text: string): Promise<void> {
    await this.click('field', field);
    await this.driver.type(text);
  }

  press(key: Key, modifier?: Modifier): Promise<void> {
    return this.driver.press(key, modifier);
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
    // biome-ignore lint/performance/useDomNodeTextContent: only what is visible
    const shown = await this.driver.run(() => `${location.href}\n${document.body.innerText}`);
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
    const isText = ['button', 'heading', 'link'].includes(role);
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
    return { x, y, text: element.textContent ?? '', covered };
  }
  return null;
}
