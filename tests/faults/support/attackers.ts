/**
 * Run as a process (`attackers.ts TARGET`, the JSON of a `Target`): attacks a site for that time,
 * then prints the number of responses per attack and status as JSON. Requests claim many client
 * addresses, as if they came through a proxy (the site must run with TRUST_PROXY=1).
 */
import { Agent, type ClientRequest, request } from 'node:http';

export interface Target {
  url: string;
  seconds: number;
  /** Session cookies of a reader and of an author who attack. */
  member: string;
  author: string;
  /** Path of the preview link of a long draft. */
  preview: string;
}

const { url, seconds, member, author, preview } = JSON.parse(process.argv[2] ?? '') as Target;
const { hostname, port } = new URL(url);
const until = Date.now() + seconds * 1000;
/** The digits that picture names start with, without the rest of a name. */
const ALMOST_NAMES = '1234567890123-'.repeat(30_000);
const MANY_NAMES = Array.from({ length: 30_000 }, (_, n) => `/uploads/${1e12 + n}-a.png`).join(' ');
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
const counts: Record<string, Record<string, number>> = {};
const open = new Set<ClientRequest>();

const random = (n: number) => Math.floor(Math.random() * n);
const letter = () => String.fromCharCode(97 + random(26));
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Returns an address in one of 4,000 networks. */
const address = () => `2001:db8:${random(40).toString(16)}:${random(100).toString(16)}::1`;

function count(kind: string, status: number | string): void {
  counts[kind] ??= {};
  counts[kind][status] = (counts[kind][status] ?? 0) + 1;
}

interface Sending {
  method?: string;
  path: string;
  headers?: Record<string, string | number>;
  /** Sends the body. Without it, the request ends at once. */
  send?: (request: ClientRequest) => void;
}

function ask(kind: string, { method = 'GET', path, headers = {}, send }: Sending): Promise<void> {
  return new Promise((resolve) => {
    const all = { 'X-Forwarded-For': address(), ...headers };
    const asked = request({ hostname, port, method, path, headers: all, agent }, (response) => {
      response.resume();
      response.on('close', () => done(response.statusCode ?? 0));
    });
    const done = (status: number | string) => {
      if (!open.delete(asked)) return;
      count(kind, status);
      resolve();
    };
    open.add(asked);
    asked.on('error', () => done('closed'));
    if (send) send(asked);
    else asked.end();
  });
}

/** Sends a byte of the body each second and never ends it. */
function trickle(asked: ClientRequest): void {
  asked.write('{');
  const timer = setInterval(() => asked.write(' '), 1_000);
  asked.on('close', () => clearInterval(timer));
}

const json = (length: number) => ({ 'Content-Type': 'application/json', 'Content-Length': length });

function post(kind: string, path: string, body: object, headers = {}): Promise<void> {
  const text = JSON.stringify(body);
  return ask(kind, {
    method: 'POST',
    path,
    headers: { ...json(Buffer.byteLength(text)), ...headers },
    send: (asked) => asked.end(text),
  });
}

/** Saves a new draft, as the author. */
const saveDraft = (kind: string, text: string): Promise<void> =>
  post(
    kind,
    '/api/document/create',
    { title: `Draft ${random(1e9)}`, content: `<p>${text}</p>` },
    { Cookie: author },
  );

/** Each attack: number of concurrent senders, pause between requests in milliseconds, request. */
const ATTACKS: Record<string, [lanes: number, rest: number, attack: () => Promise<void>]> = {
  'worst searches': [
    8,
    20,
    () => {
      const words = Array.from({ length: 32 }, () => letter() + (random(2) ? letter() : ''));
      const query = `searchTerm=${words.join('+')}&startIndex=${random(1000)}&limit=100`;
      return ask('worst searches', { path: `/api/post/getposts?${query}` });
    },
  ],
  'searches for one letter': [
    8,
    20,
    () =>
      ask('searches for one letter', {
        path: `/api/post/getposts?searchTerm=${letter()}&startIndex=${random(5000)}&sort=asc&limit=100`,
      }),
  ],
  'slow bodies': [
    300,
    1_000,
    () =>
      ask('slow bodies', {
        method: 'POST',
        path: '/api/auth/signin',
        headers: json(60_000),
        send: trickle,
      }),
  ],
  'incomplete 2 MiB bodies': [
    50,
    1_000,
    () =>
      ask('incomplete 2 MiB bodies', {
        method: 'POST',
        path: '/api/auth/signup',
        headers: json(2 * 1024 * 1024),
        send: (asked) => void asked.write(Buffer.alloc(1024 * 1024, ' ')),
      }),
  ],
  'unfinished uploads': [10, 1_000, holdUpload],
  'sign-ins with unknown emails': [
    20,
    200,
    () =>
      post('sign-ins with unknown emails', '/api/auth/signin', {
        email: `nobody-${random(1e9)}@example.com`,
        password: 'a wrong password',
      }),
  ],
  'wrong passwords of the administrator': [
    5,
    200,
    () =>
      post('wrong passwords of the administrator', '/api/auth/signin', {
        email: 'admin@example.com',
        password: `wrong ${random(1e9)}`,
      }),
  ],
  'almost picture names': [1, 500, () => saveDraft('almost picture names', ALMOST_NAMES)],
  '30,000 picture names': [1, 500, () => saveDraft('30,000 picture names', MANY_NAMES)],
  'spaces in Accept-Encoding': [
    8,
    20,
    () =>
      ask('spaces in Accept-Encoding', {
        path: '/about',
        headers: { 'Accept-Encoding': `a${' '.repeat(15_000)}b` },
      }),
  ],
  'previews of a long draft': [8, 20, () => ask('previews of a long draft', { path: preview })],
  'previews that do not exist': [
    8,
    20,
    () => ask('previews that do not exist', { path: `${preview.slice(0, -8)}${random(1e8)}` }),
  ],
  'pages of long posts': [
    4,
    100,
    () => ask('pages of long posts', { path: `/api/post/getposts?limit=100&sort=desc` }),
  ],
  'searches in long drafts': [
    2,
    100,
    () =>
      ask('searches in long drafts', {
        path: `/api/document/getdocuments?searchTerm=${letter()}${letter()}&limit=100`,
        headers: { Cookie: author },
      }),
  ],
};

/** Requests an upload slot, then never finishes sending the bytes. */
async function holdUpload(): Promise<void> {
  const response = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { Cookie: member, 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'profile', name: 'a.png', type: 'image/png', size: 1_000_000 }),
  });
  const target = (await response.json()) as { url?: string };
  if (target.url === undefined) return count('unfinished uploads', response.status);
  await ask('unfinished uploads', {
    method: 'PUT',
    path: target.url,
    headers: { Cookie: member, 'Content-Type': 'image/png', 'Content-Length': 1_000_000 },
    send: (asked) => void asked.write(Buffer.alloc(500_000)),
  });
}

async function lane(rest: number, attack: () => Promise<void>): Promise<void> {
  await wait(random(rest));
  while (Date.now() < until) {
    await attack().catch(() => count('attacks', 'failed'));
    await wait(rest);
  }
}

for (const [lanes, rest, attack] of Object.values(ATTACKS)) {
  for (let n = 0; n < lanes; n++) void lane(rest, attack);
}
await wait(until - Date.now());
for (const asked of open) asked.destroy();
// Aborted requests are counted, too.
await wait(200);
console.log(JSON.stringify(counts));
process.exit(0);
