/**
 * The site from memory, as our server has it, in a process of its own: `static.ts FOLDER LEVEL`.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { createLogger } from '../../api/http/log.ts';
import { Site } from '../../api/static/site.ts';
import { tellPort } from '../support/child.ts';

const [folder = '', level] = process.argv.slice(2);
// As api/server.ts writes its lines, into a file as nginx does.
const dest = join(folder, 'ours.log');
const lines = pino.destination({ dest, sync: false, minLength: 4096, periodicFlush: 500 });
const site = new Site({
  root: () => join(folder, 'site'),
  uploadsDir: undefined,
  render: () => Promise.reject(new Error('everything is on disk')),
  log: createLogger(level === 'info' ? 'info' : 'error', lines).child({}, { redact: [] }),
});
tellPort(createServer((request, response) => void site.handle(request, response)));
