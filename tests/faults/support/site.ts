import { createHash } from 'node:crypto';
import SQLite from 'better-sqlite3';
import sharp from 'sharp';
import { expect } from 'vitest';
import { ADMIN, type RunningServer } from '../../e2e/support/server.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** A signed-in user of a running site. Calls throw only when the connection fails. */
export interface Visitor {
  userId: string;
  cookie: string;
  call(method: string, path: string, json?: unknown): Promise<Answer>;
}

export const PASSWORD = 'a rather long pass phrase';
/** Rate limits high enough that no test reaches them. */
export const UNLIMITED = {
  RATE_LIMITS:
    'comment=1000000/60,like=1000000/60,edit=1000000/60,upload=1000000/60,signUp=1000000/60,signInAddress=1000000/60,signInAccount=1000000/60',
};

export async function call(
  url: string,
  method: string,
  path: string,
  { json, cookie = '' }: { json?: unknown; cookie?: string } = {},
): Promise<Answer> {
  const headers = new Headers(cookie === '' ? {} : { Cookie: cookie });
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  const body = json === undefined ? null : JSON.stringify(json);
  const response = await fetch(url + path, { method, headers, body, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Signs in, by default as the administrator. */
export async function visit(
  { url }: Pick<RunningServer, 'url'>,
  { email, password }: { email: string; password: string } = ADMIN,
): Promise<Visitor> {
  const answer = await call(url, 'POST', '/api/auth/signin', { json: { email, password } });
  expect(answer.status, answer.text).toBe(200);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { user } = JSON.parse(answer.text) as { user: { _id: string } };
  return {
    userId: user._id,
    cookie,
    call: (method, path, json) => call(url, method, path, { json, cookie }),
  };
}

let made = 0;

export function article(): { title: string; category: string; content: string } {
  const n = ++made;
  const content = `<p>Text ${n}. ${'More of it. '.repeat(200)}</p>`;
  return { title: `Article ${n}`, category: 'javascript', content };
}

export function newAccount(): { username: string; email: string; password: string } {
  const username = `person-${++made}-${process.pid}`;
  return { username, email: `${username}@example.com`, password: PASSWORD };
}

/** Creates a unique picture. */
export async function picture(): Promise<Buffer> {
  const background = { r: ++made % 256, g: (made >> 8) % 256, b: 90 };
  return sharp({ create: { width: 900, height: 500, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Uploads a post's picture like the editor. Returns its URL, or the error. */
export async function upload(
  url: string,
  visitor: Visitor,
): Promise<{ status: number; publicUrl: string; text: string }> {
  const bytes = await picture();
  const asked = await visitor.call('POST', '/api/upload', {
    kind: 'post',
    name: 'tree.png',
    type: 'image/png',
    size: bytes.length,
  });
  if (asked.status !== 201) return { ...asked, publicUrl: '' };
  const target = JSON.parse(asked.text) as { url: string; publicUrl: string };
  const sent = await fetch(url + target.url, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png', Cookie: visitor.cookie },
    body: new Uint8Array(bytes),
  });
  return { status: sent.status, publicUrl: target.publicUrl, text: await sent.text() };
}

/** Appends a change of a post to the feed of a running site. */
export function recordRow(
  database: SQLite.Database,
  { postId, slug }: { postId: string; slug: string },
): void {
  database.transaction(() => {
    database.prepare('UPDATE feed SET seq = seq + 1').run();
    database
      .prepare(
        "INSERT INTO changes (seq, action, post_id, slug, at) SELECT seq, 'publish', ?, ?, ? FROM feed",
      )
      .run(postId, slug, Date.now());
  })();
}

/** The longest that a test waits for something, in milliseconds, unless it says otherwise. */
const UNTIL_LIMIT_MS = 120_000;

/** Polls `look` until it returns a truthy value. Throws after `limit` milliseconds. */
export async function until<T>(
  look: () => Promise<T | undefined | false>,
  limit = UNTIL_LIMIT_MS,
): Promise<T> {
  const started = performance.now();
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() - started > limit) throw new Error(`Not so after ${limit} ms: ${look}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

/** Checks a site's database. Returns `null` if SQLite finds no damage, else the findings. */
export function damageIn(file: string): string | null {
  const database = new SQLite(file, { readonly: true });
  try {
    const found = database.pragma('integrity_check', { simple: true });
    const foreign = database.pragma('foreign_key_check') as unknown[];
    return found === 'ok' && foreign.length === 0 ? null : `${found} ${JSON.stringify(foreign)}`;
  } finally {
    database.close();
  }
}

/** Returns a row count and hash per table, equal before and after if nothing changed. */
export function rowsOf(file: string, tables: readonly string[]): Record<string, string> {
  const database = new SQLite(file, { readonly: true });
  try {
    return Object.fromEntries(
      tables.map((table) => {
        const rows = database.prepare(`select * from ${table} order by 1`).all();
        const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
        return [table, `${rows.length} ${digest}`];
      }),
    );
  } finally {
    database.close();
  }
}
