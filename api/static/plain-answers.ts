import type { IncomingMessage, ServerResponse } from 'node:http';
import { outsideAppHeaders } from '../http/security-headers.ts';
import type { Answered } from './respond.ts';

/** Answers for what happens before, or instead of, a page of the site. */
export function plainAnswers(https: boolean) {
  const security = Object.entries(outsideAppHeaders(https)).flat();

  function redirect(
    res: ServerResponse,
    status: number,
    location: string,
    cookie?: string,
  ): Answered {
    res.writeHead(status, [
      ...['Location', location, 'Content-Length', '0'],
      ...(cookie === undefined ? [] : ['Set-Cookie', cookie]),
      ...['Cache-Control', status === 308 ? 'public, max-age=3600' : 'no-store'],
      ...security,
    ]);
    res.end();
    return { status, bytes: 0 };
  }

  /** `message` is ours, never the caller's. */
  function plainPage(
    req: IncomingMessage,
    res: ServerResponse,
    status: number,
    message: string,
    extra: readonly string[] = [],
  ): Answered {
    const type = 'text/html; charset=utf-8';
    const body = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${status}</title><h1>${message}</h1><p><a href="/">Home</a></p>`;
    const size = Buffer.byteLength(body);
    res.writeHead(status, [
      ...['Content-Type', type, 'Content-Length', String(size), 'Cache-Control', 'no-store'],
      ...security,
      ...extra,
    ]);
    res.end(req.method === 'HEAD' ? undefined : body);
    return { status, bytes: req.method === 'HEAD' ? 0 : size };
  }

  return { plainPage, redirect };
}
