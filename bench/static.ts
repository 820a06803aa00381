/**
 * Requests a second for one page of 20 kB: our server from memory against nginx with one worker serving the
 * same file, in the same run, by the same loader. Needs nginx; uses wrk where there is one, else a loader of
 * our own, which is slower than both servers and so flatters us: the table says which one it was.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import { createServer as createProbe } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createLogger } from '../api/http/log.ts';
import { createSite } from '../api/static/site.ts';

const SECONDS = 4;
const CONNECTIONS = 50;
const ROUNDS = 2;
const AIM = 0.6;

interface Served {
  port: number;
  stop(): Promise<unknown>;
}

const find = (names: string[]) => names.find((name) => existsSync(name));
const NGINX = find([
  '/usr/sbin/nginx',
  '/usr/bin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
]);
const WRK = find(['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk']);

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function serveNginx(folder: string, logs: boolean): Promise<Served> {
  if (!NGINX) throw new Error('nginx is not installed (Debian: apt-get install nginx-light)');
  const port = await freePort();
  const config = join(folder, `nginx-${logs}.conf`);
  await writeFile(
    config,
    `daemon off; worker_processes 1; pid ${folder}/nginx-${logs}.pid; error_log stderr crit;
     events { worker_connections 1024; }
     http {
       types { text/html html; } charset utf-8; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
       open_file_cache max=1000; access_log ${logs ? `${folder}/access.log` : 'off'};
       ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
       server { listen 127.0.0.1:${port}; root ${folder}/site; }
     }`,
  );
  const child = spawn(NGINX, ['-c', config, '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return { port, stop: () => stopped(child) };
}

function stopped(child: ReturnType<typeof spawn>): Promise<unknown> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  return exited;
}

/** In a process of its own, as nginx is. */
async function serveOurs(folder: string, logs: boolean): Promise<Served> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.url), '--serve', folder, logs ? 'info' : 'error'],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const [port] = (await once(child, 'message')) as [number];
  return { port, stop: () => stopped(child) };
}

function serve(folder: string, level: string): void {
  const site = createSite({
    root: () => join(folder, 'site'),
    uploadsDir: undefined,
    render: () => Promise.reject(new Error('everything is on disk')),
    log: createLogger(level === 'info' ? 'info' : 'error'),
  });
  const server = createServer((req, res) => {
    if (!site.handle(req, res)) res.end();
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address !== 'string') process.send?.(address.port);
  });
  process.once('disconnect', () => process.exit());
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const size = await new Promise<number>((resolve) => {
      get({ port, host: '127.0.0.1', path: '/page.html' }, (res) => {
        res.resume();
        res.once('end', () => resolve(Number(res.headers['content-length'])));
      }).once('error', () => resolve(0));
    });
    if (size > 0) return;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('the server did not start');
}

async function load(port: number): Promise<number> {
  const url = `http://127.0.0.1:${port}/page.html`;
  if (!WRK) return loadFromWorker(url);
  const args = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${SECONDS}s`, url];
  const wrk = spawn(WRK, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  wrk.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(wrk, 'close');
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  if (rate === undefined || /Non-2xx|Socket errors/.test(output)) throw new Error(output);
  return Number(rate);
}

async function loadFromWorker(url: string): Promise<number> {
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
  const [rate] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return rate;
}

async function loadHere(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const connection = async () => {
    while (performance.now() < until) {
      await new Promise<void>((resolve, reject) => {
        get(url, { agent }, (res) => res.resume().once('end', resolve)).once('error', reject);
      });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return done / SECONDS;
}

/** The best of some rounds: other work on the machine only ever slows one down. */
async function measure(start: () => Promise<Served>): Promise<number> {
  const served = await start();
  try {
    await answers(served.port);
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rates.push(await load(served.port));
    return Math.max(...rates);
  } finally {
    await served.stop();
  }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-bench-static-'));
  try {
    // nginx started by root works as a user who could not enter it otherwise.
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site/page.html'), randomBytes(10_000).toString('hex'));
    console.log('| what | ours | baseline | ratio | aim |');
    console.log('|---|---:|---:|---:|---:|');
    for (const logs of [false, true]) {
      const nginx = await measure(() => serveNginx(folder, logs));
      const ours = await measure(() => serveOurs(folder, logs));
      const what = `static page of 20 kB, requests/s against nginx, ${logs ? 'a log line each' : 'no logs'}`;
      const count = (rate: number) => Math.round(rate).toLocaleString('en-US');
      const ratio = (ours / nginx).toFixed(2);
      console.log(`| ${what} | ${count(ours)} | ${count(nginx)} | ${ratio} | ${logs ? '' : AIM} |`);
    }
    console.log(
      `\nLoader: ${WRK ? 'wrk, one thread' : 'Node, one thread'}, ${CONNECTIONS} connections.`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (!isMainThread) parentPort?.postMessage(await loadHere(String(workerData)));
else if (process.argv[2] === '--serve') serve(process.argv[3] ?? '', process.argv[4] ?? '');
else await main();
