import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../e2e/support/server.ts';
import { chordOf, type Driver, KEYS } from './driver.ts';
import { findMiniBrowser, WEBKIT_DRIVER, XVFB } from './install.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const SCREEN = '1600x1200x24';
const READY_MS = 120_000;

/** A browser that dies while it starts leaves WebKitWebDriver waiting for ever. */
const SESSION_MS = 30_000;
const ATTEMPTS = 3;

/** Starts WebKitGTK on a virtual screen, over W3C WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const screen = spawn(XVFB, ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(screen.stdout, 'data')) as [Buffer];
  let driver: ChildProcess | undefined;
  let root = '';
  const stop = async () => {
    if (driver) await end(driver);
    await end(screen);
  };
  const start = async (): Promise<Call> => {
    for (let attempt = 1; ; attempt++) {
      if (!driver) {
        const port = await freePort();
        driver = spawnDriver(port, number.toString().trim());
        root = `http://127.0.0.1:${port}`;
      }
      try {
        return await newSession(root);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await end(driver);
        driver = undefined;
      }
    }
  };
  try {
    return await driverOf(start, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function spawnDriver(port: number, display: string): ChildProcess {
  return spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    // With a process group, so that the browser ends with it.
    detached: true,
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      // `navigator.language` is then "C", which `Intl` refuses.
      LANG: 'C.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // The sandbox needs namespaces, which root in a container may lack.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
}

type Call = (method: string, path: string, body?: object, signal?: AbortSignal) => Promise<unknown>;

async function newSession(root: string): Promise<Call> {
  await ready(root);
  const options = {
    binary: findMiniBrowser(),
    // Without its toolbar, the window can be as narrow as a phone.
    args: ['--automation', '--full-screen'],
  };
  const capabilities = {
    alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options },
  };
  const signal = AbortSignal.timeout(SESSION_MS);
  const session = (await request(root, 'POST', '/session', { capabilities }, signal)) as {
    sessionId: string;
  };
  return (method, path, body, end) =>
    request(`${root}/session/${session.sessionId}`, method, path, body, end);
}

async function driverOf(start: () => Promise<Call>, stop: () => Promise<void>): Promise<Driver> {
  let call = await start();
  let size = { width: 1280, height: 900 };
  const resize = () => call('POST', '/window/rect', { x: 0, y: 0, ...size });
  const run: Driver['run'] = (script, ...args) =>
    call('POST', '/execute/sync', {
      script: `return (${script}).apply(null, arguments)`,
      args,
    }) as Promise<never>;
  const down = (value: string) => ({ type: 'keyDown', value });
  const up = (value: string) => ({ type: 'keyUp', value });
  return {
    run,
    async open(url) {
      await call('POST', '/url', { url });
      await run(watch);
    },
    async resize(width, height) {
      size = { width, height };
      await resize();
    },
    async pointer(...steps) {
      const actions = steps.map((step) =>
        typeof step === 'object'
          ? { type: 'pointerMove', duration: 0, x: Math.round(step.x), y: Math.round(step.y) }
          : { type: step === 'down' ? 'pointerDown' : 'pointerUp', button: 0 },
      );
      await call('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    async press(...keys) {
      const actions = keys.flatMap((text) => {
        const chord = chordOf(text);
        if (!chord) return [...text].flatMap((key) => [down(key), up(key)]);
        const held = chord.held.map((name) => KEYS[name] ?? name);
        const key = KEYS[chord.key] ?? chord.key;
        return [...held.map(down), down(key), up(key), ...held.map(up)];
      });
      await call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async upload(selector, file) {
      const found = await call('POST', '/element', { using: 'css selector', value: selector });
      const id = (found as Record<string, string>)[ELEMENT];
      await call('POST', `/element/${id}/value`, { text: file });
    },
    async forget() {
      // Each session has data of its own, in memory.
      await call('DELETE', '', undefined, AbortSignal.timeout(SESSION_MS)).catch(() => undefined);
      call = await start();
      await resize();
    },
    complaints: () => run(complaints),
    close: stop,
  };
}

/**
 * Collects errors and failed API calls from now on. Those that happen while the page loads are
 * missed: WebDriver shows no console, and WebKit doesn't print the console of private sessions,
 * which all automated ones are.
 */
function watch(): void {
  const page = window as unknown as { complaints: string[] };
  page.complaints = [];
  const error = console.error;
  console.error = (...words: unknown[]) => {
    page.complaints.push(words.join(' '));
    error(...words);
  };
  const call = window.fetch;
  window.fetch = async (...request) => {
    const response = await call(...request);
    if (!response.ok) page.complaints.push(`${response.status} ${response.url}`);
    return response;
  };
  addEventListener('error', (event) => page.complaints.push(event.message));
  addEventListener('unhandledrejection', (event) => page.complaints.push(String(event.reason)));
}

function complaints(): string[] {
  const page = window as unknown as { complaints?: string[] };
  return page.complaints?.splice(0) ?? [];
}

async function request(
  root: string,
  method: string,
  path: string,
  body?: object,
  signal: AbortSignal | null = null,
) {
  const response = await fetch(root + path, {
    method,
    signal,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const { value } = (await response.json()) as { value: { message?: string } };
  if (!response.ok) throw new Error(`WebKit, ${method} ${path}: ${JSON.stringify(value)}`);
  return value as unknown;
}

async function ready(root: string): Promise<void> {
  const until = Date.now() + READY_MS;
  while (!(await fetch(`${root}/status`).catch(() => undefined))?.ok) {
    if (Date.now() > until) throw new Error('WebKitWebDriver did not start');
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // A driver leads a process group.
  if (!(child.pid && signalGroup(child.pid))) child.kill('SIGTERM');
  await ended;
}

function signalGroup(leader: number): boolean {
  try {
    return process.kill(-leader, 'SIGTERM');
  } catch {
    return false;
  }
}
