import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { createLogger } from '../../../api/http/log.ts';
import { terminalDestination } from '../../../api/http/terminal-log.ts';

function logger() {
  const lines: string[] = [];
  const print = (line: string) =>
    lines.push(stripVTControlCharacters(line).replace(/^\d\d:\d\d:\d\d {2}/, ''));
  return { log: createLogger('info', terminalDestination(print)), lines };
}

it('prints a line for each write and each failure, and none for pages and assets', () => {
  const { log, lines } = logger();
  log.info({ method: 'GET', path: '/', status: 200, ms: 1.2 }, 'request');
  log.info({ method: 'GET', path: '/_assets/a.js', status: 404, ms: 1.2 }, 'request');
  log.info({ method: 'POST', path: '/api/post/create', status: 201, ms: 33.6 }, 'request');
  log.info({ method: 'GET', path: '/api/health', status: 500, ms: 1 }, 'request');
  expect(lines).toEqual(['POST /api/post/create  201  34 ms', 'GET /api/health  500  1 ms']);
});

it('prints other events with their details and the reason of an error', () => {
  const { log, lines } = logger();
  log.info({ pages: 12 }, 'release is live');
  log.error({ err: new Error('disk full'), slug: 'a', requestId: 'x' }, 'could not be published');
  expect(lines).toEqual([
    'release is live  pages: 12',
    'could not be published: disk full  slug: a',
  ]);
});
