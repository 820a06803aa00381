import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '../../scripts/build.ts';
import { ADMIN, freePort, type RunningServer, startServer } from '../e2e/support/server.ts';

interface ProxyOptions {
  port: number;
  /** Host and port of each node. */
  nodes: [string, string];
  /** A folder for what the proxy writes. */
  folder: string;
}

/** Starts a proxy with our file. */
export type StartProxy = (options: ProxyOptions) => Promise<{ stop(): Promise<void> }>;

const PAGES = ['/', '/about', '/rss.xml', '/search'];
/** Without `/api/health`, where a node that stops answers 503 so that the proxy takes it out. */
const CALLS = ['/api/auth/session', '/api/post/getposts', '/api/post/categories'];

/** Tests that hold for any proxy in front of two nodes. */
export function testRollingRestart(start: StartProxy) {
  let root: string;
  let url: string;
  let nodes: RunningServer[];
  let proxy: { stop(): Promise<void> };

  async function startNode(name: string, port: number): Promise<RunningServer> {
    const env = {
      SITE_URL: url,
      DATABASE_URL: `file:${join(root, 'blog.db')}`,
      UPLOADS_SHARED: '1',
      TRUST_PROXY: '1',
    };
    return await startServer({ seed: 'demo', dataDir: join(root, name), port, env });
  }

  beforeAll(async () => {
    await ensureBuild();
    root = await mkdtemp(join(tmpdir(), 'inkwell-rolling-'));
    await mkdir(join(root, 'uploads'));
    for (const name of ['a', 'b']) {
      await mkdir(join(root, name));
      await symlink(join(root, 'uploads'), join(root, name, 'uploads'));
    }
    const port = await freePort();
    url = `http://localhost:${port}`;
    const [a, b] = [await freePort(), await freePort()];
    nodes = [await startNode('a', a), await startNode('b', b)];
    const addresses: [string, string] = [`127.0.0.1:${a}`, `127.0.0.1:${b}`];
    proxy = await start({ port, nodes: addresses, folder: root });
  });

  afterAll(async () => {
    await proxy?.stop();
    await Promise.all((nodes ?? []).map((node) => node.stop()));
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  test('a reader gets no error while one node after the other restarts', async () => {
    const failures: string[] = [];
    let answers = 0;
    let isReading = true;
    const started = performance.now();
    let step = 'before';
    const read = async (paths: string[]) => {
      for (let n = 0; isReading; n++) {
        const path = paths[n % paths.length] ?? '';
        const asked = performance.now();
        const failure = await fetch(url + path).then(failureOf, (error: Error) => error.message);
        answers++;
        if (failure !== undefined) {
          const [from, to] = [asked, performance.now()].map((at) => Math.round(at - started));
          failures.push(`${path}, from ${from} to ${to} ms, ${step}: ${failure}`);
        }
        // A reader, not a flood: the proxy limits those.
        await new Promise((wait) => setTimeout(wait, 50));
      }
    };
    const readers = [read(PAGES), read(CALLS)];
    for (const [index, name] of ['a', 'b'].entries()) {
      const node = nodes[index];
      if (!node) throw new Error(`There is no node ${name}`);
      step = `while ${name} stops`;
      expect(await node.kill('SIGTERM')).toBe(0);
      step = `while ${name} starts`;
      nodes[index] = await startNode(name, Number(new URL(node.url).port));
      step = `after the start of ${name}`;
      // As docs/several-nodes.md says: the proxy takes a node back 2 s after its last failure.
      await new Promise((wait) => setTimeout(wait, 5_000));
    }
    isReading = false;
    await Promise.all(readers);
    expect(failures).toEqual([]);
    expect(answers).toBeGreaterThan(100);
  });

  test('a post that is published through the proxy is there at once, and on both nodes', async () => {
    const json = { 'Content-Type': 'application/json', Origin: url };
    const signIn = await fetch(`${url}/api/auth/signin`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(ADMIN),
    });
    const cookie = signIn.headers
      .getSetCookie()
      .map((value) => value.split(';')[0])
      .join('; ');
    const post = { title: 'Two nodes', category: 'javascript', content: '<p>One text</p>' };
    const created = await fetch(`${url}/api/post/create`, {
      method: 'POST',
      headers: { ...json, Cookie: cookie },
      body: JSON.stringify(post),
    });
    expect(created.status).toBe(201);
    expect((await fetch(`${url}/post/two-nodes`)).status).toBe(200);
    for (const node of nodes) {
      const page = async () => await (await fetch(`${node.url}/post/two-nodes`)).text();
      await expect.poll(page, { timeout: 15_000 }).toContain('One text');
    }
  });
}

/** Returns the status of an answer and what tells who sent it, `undefined` if it's a success. */
async function failureOf(answer: Response): Promise<string | undefined> {
  const body = await answer.text();
  if (answer.ok) return;
  const headers = JSON.stringify(Object.fromEntries(answer.headers));
  return `${answer.status} ${headers} ${body.slice(0, 200)}`;
}
