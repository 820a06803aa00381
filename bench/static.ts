/**
 * Requests per second for a page of 20 kB: our server from memory, compared with nginx with one
 * worker and the same file, without logs and with one log line per request. Needs nginx.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../tests/e2e/support/server.ts';
import { findNginx } from '../tests/nginx/nginx.ts';
import { type Served, startServing } from './support/child.ts';
import { compareRates } from './support/load.ts';
import { count, type Row } from './support/rows.ts';

const TARGET = { path: '/page.html' };

async function serveNginx(folder: string, logs: boolean): Promise<Served> {
  const nginx = findNginx();
  if (!nginx) throw new Error('nginx is not installed (Debian: apt-get install nginx-light)');
  const port = await freePort();
  const config = join(folder, `nginx-${logs}.conf`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    config,
    `daemon off; worker_processes 1; pid ${folder}/nginx-${logs}.pid; error_log stderr crit;
     events { worker_connections 1024; }
     http {
       types { text/html html; } charset utf-8; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
       open_file_cache max=1000;
       access_log ${logs ? `${folder}/access.log combined buffer=4k flush=500ms` : 'off'};
       ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
       server { listen 127.0.0.1:${port}; root ${folder}/site; }
     }`,
  );
  const child = spawn(nginx, ['-c', config, '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  while (!(await fetch(`http://127.0.0.1:${port}${TARGET.path}`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('nginx exited at once');
    await setTimeout(50);
  }
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { port, pid: child.pid ?? 0, stop };
}

async function compare(folder: string, logs: boolean): Promise<Row> {
  const nginx = await serveNginx(folder, logs);
  const ours = await startServing('static', folder, logs ? 'info' : 'error');
  try {
    const rates = await compareRates(
      { port: ours.port, target: TARGET },
      { port: nginx.port, target: TARGET },
    );
    return {
      what: `static page of 20 kB, requests/s, ${logs ? 'a log line each' : 'no logs'}`,
      ours: count(rates.ours),
      baseline: `${count(rates.baseline)}, nginx, one worker`,
      ratio: rates.ratio,
      aim: { atLeast: 0.6 },
    };
  } finally {
    await Promise.all([nginx.stop(), ours.stop()]);
  }
}

/** Returns the rows about static pages. */
export async function measure(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-bench-static-'));
  try {
    // When started by root, nginx switches to a user who needs access to the folder.
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site/page.html'), randomBytes(10_000).toString('hex'));
    return [await compare(folder, false), await compare(folder, true)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
