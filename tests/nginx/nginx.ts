import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePackages } from '../support/debian.ts';

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx'];
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const MIME_TYPES = '/etc/nginx/mime.types';
const PACKAGES = ['nginx-light', 'libnginx-mod-http-brotli-static'];
const OURS = new URL('../../deploy/nginx.conf', import.meta.url);
const CLUSTER = new URL('../../deploy/cluster/nginx.conf', import.meta.url);

/** Returns the path of nginx, `undefined` when it's not installed. */
export const findNginx = () => PLACES.find((place) => existsSync(place));
const isComplete = () => findNginx() !== undefined && existsSync(BROTLI) && existsSync(MIME_TYPES);

export function ensureNginx(say: (line: string) => void): string | undefined {
  return ensurePackages({ name: 'nginx', packages: PACKAGES, isInstalled: isComplete, say });
}

export interface Nginx {
  stop(): Promise<void>;
}

interface NginxOptions {
  port: number;
  /** Host and port of Inkwell. */
  upstream: string;
  dataDir: string;
  /** A folder for what nginx writes. */
  folder: string;
  /** With a certificate and HTTP/2, as the first lines of our file say. */
  https?: boolean;
}

/**
 * Starts nginx with our file of deploy/, adapted as its first lines say, on an unprivileged port of
 * the loopback interface. Resolves when it listens. Throws nginx's message about a bad file.
 */
export async function startNginx({
  port,
  upstream,
  dataDir,
  folder,
  https = false,
}: NginxOptions): Promise<Nginx> {
  await mkdir(folder, { recursive: true });
  const ours = (await readFile(OURS, 'utf8'))
    .replaceAll('/var/lib/inkwell', dataDir)
    .replaceAll('127.0.0.1:4321', upstream);
  return await run(https ? withHttps(ours, { port, folder }) : ours, { port, folder });
}

/** Like `startNginx`, with our file for several nodes. */
export async function startClusterNginx(options: {
  port: number;
  nodes: [string, string];
  folder: string;
}): Promise<Nginx> {
  const { port, nodes, folder } = options;
  const ours = (await readFile(CLUSTER, 'utf8'))
    .replaceAll('node1:4321', nodes[0])
    .replaceAll('node2:4321', nodes[1]);
  return await run(ours, { port, folder: join(folder, 'nginx') });
}

/** Whether `http2` is a directive of its own, and no longer an option of `listen`. */
function hasHttp2Directive(nginx: string): boolean {
  const { stderr } = spawnSync(nginx, ['-v'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = (/(\d+)\.(\d+)\.(\d+)/.exec(stderr) ?? [])
    .slice(1)
    .map(Number);
  return major > 1 || minor > 25 || (minor === 25 && patch >= 1);
}

/**
 * Adds what certbot adds, with a certificate of its own, and turns on HTTP/2 with the line for this
 * version of nginx in our file's comment.
 */
function withHttps(file: string, { port, folder }: { port: number; folder: string }) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', key, '-out', certificate, '-subj', '/CN=localhost', '-days', '1'];
  const made = spawnSync('openssl', ['req', ...options, ...files], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const lines = `listen 443 ssl; # managed by Certbot\n  ssl_certificate ${certificate};\n  ssl_certificate_key ${key};`;
  const secured = file.replace('listen 80;', lines);
  const inFile = /before nginx 1\.25\.1.*sed -i 's\|(.*)\|(.*)\|'/.exec(file);
  const directive = /since nginx 1\.25\.1.*echo '(.*)'/.exec(file)?.[1];
  const nginx = findNginx();
  if (!inFile || !directive || !nginx) throw new Error('The comment or nginx is missing');
  const [, from = '', to = ''] = inFile;
  const config = hasHttp2Directive(nginx)
    ? `${directive}\n${secured}`
    : secured.replaceAll(from, to);
  return config.replace('listen 443', `listen 127.0.0.1:${port}`);
}

async function run(file: string, { port, folder }: { port: number; folder: string }) {
  const nginx = findNginx();
  if (nginx === undefined) throw new Error('nginx is not installed');
  await mkdir(folder, { recursive: true });
  const ours = file
    .replaceAll('blog.example.com', 'localhost')
    .replaceAll('/var/log/nginx', folder)
    .replace(/^ *listen \[::\].*\n/m, '')
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  await writeFile(join(folder, 'inkwell.conf'), ours);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `load_module ${BROTLI};
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
     events {}
     http {
       include ${MIME_TYPES}; default_type application/octet-stream; access_log off;
       ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
       include ${folder}/inkwell.conf;
     }`,
  );
  const tested = spawnSync(nginx, ['-t', '-q', '-c', config, '-p', folder], { encoding: 'utf8' });
  // Also a warning: Debian's own configuration must be able to include our file.
  if (tested.status !== 0 || tested.stderr !== '') throw new Error(tested.stderr);
  const child = spawn(nginx, ['-c', config, '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer) return { stop };
    await new Promise((wait) => setTimeout(wait, 20));
  }
  throw new Error('nginx exited at once');
}
