import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dispatch } from '../../../api/http/server.ts';
import { Site, type SiteOptions } from '../../../api/static/site.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface TestSite {
  site: Site;
  /** Folder with `site` (a link to `release`), `release`, `uploads`, `earlier`, `secret.txt`. */
  folder: string;
  logs: Record<string, unknown>[];
  /** Paths that the renderer was asked for. */
  rendered: string[];
  /** Sends exactly this target: no client tidies it up. */
  get(target: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  /** Writes a file under the release. */
  write(name: string, body: string | Buffer): void;
  close(): Promise<void>;
}

/** Writes a page as the publisher does: with its two compressed variants. */
export function writePage(file: string, body: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
  writeFileSync(`${file}.br`, brotliCompressSync(body));
  writeFileSync(`${file}.gz`, gzipSync(body));
}

/** A real folder and a real HTTP server on a free port of loopback. */
export async function startSite(options: Partial<SiteOptions> = {}): Promise<TestSite> {
  const folder = mkdtempSync(join(tmpdir(), 'inkwell-static-'));
  const release = join(folder, 'release');
  for (const name of ['release', 'uploads', 'earlier/_assets']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  symlinkSync(release, join(folder, 'site'));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  const logs: Record<string, unknown>[] = [];
  const rendered: string[] = [];
  const site = new Site({
    root: () => join(folder, 'site'),
    uploadsDir: join(folder, 'uploads'),
    earlierAssetsDir: join(folder, 'earlier'),
    render: async (path) => {
      rendered.push(path);
      return { status: 404, contentType: 'text/html', body: Buffer.from('renderer says 404') };
    },
    log: {
      info: (fields) => logs.push({ ...fields }),
      error: (fields) => logs.push({ ...fields }),
    },
    ...options,
  });
  const api: RequestListener = (_req, res) => void res.end('the api');
  const server = createServer(dispatch({ api, site }));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    site,
    folder,
    logs,
    rendered,
    get: (path, headers = {}, method = 'GET') =>
      new Promise((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path, method, headers }, (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('error', reject);
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              body: Buffer.concat(chunks),
            }),
          );
        });
        sent.on('error', reject);
        sent.end();
      }),
    write(name, body) {
      mkdirSync(dirname(join(release, name)), { recursive: true });
      writeFileSync(join(release, name), body);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
