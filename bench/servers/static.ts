/**
 * Our server's in-memory site in a separate process: `static.ts FOLDER LEVEL`.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { createLogger } from '../../api/http/log.ts';
import { Site } from '../../api/static/site.ts';
import { tellPort } from '../support/child.ts';

const [folder = '', level] = process.argv.slice(2);
// Logs like api/server.ts, but to a file, like nginx.
const dest = join(folder, 'ours.log');
const lines = pino.destination({ dest, sync: false, minLength: 4096, periodicFlush: 500 });
const site = new Site({
  root: () => join(folder, 'site'),
  uploadsDir: join(folder, 'uploads'),
  render: () => Promise.reject(new Error('everything is on disk')),
  log: createLogger(level === 'info' ? 'info' : 'error', lines).child({}, { redact: [] }),
});
tellPort(createServer((request, response) => void site.handle(request, response)));
