import { type IncomingHttpHeaders, request } from 'node:http';

export interface Question {
  method?: string;
  /** An address of this machine that the connection comes from. */
  from?: string;
  headers?: Record<string, string>;
  json?: unknown;
  body?: Buffer;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

/** Returns a function that sends requests to a local port, each on a new connection. */
export function asker(port: number) {
  return (path: string, { method = 'GET', from, headers, json, body }: Question = {}) => {
    const sent = json === undefined ? body : Buffer.from(JSON.stringify(json));
    const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
    return new Promise<Answer>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, localAddress: from, agent: false };
      request({ ...options, headers: { ...type, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => {
          const whole = Buffer.concat(chunks);
          const { statusCode: status = 0 } = response;
          resolve({ status, headers: response.headers, body: whole, text: whole.toString() });
        });
      })
        .once('error', reject)
        .end(sent);
    });
  };
}
