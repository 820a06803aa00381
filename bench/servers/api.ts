/** The whole API as `npm start` runs it, with one log line per request, without the pages. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../api/app.ts';
import { loadEnv } from '../../api/env.ts';
import { createLogger } from '../../api/http/log.ts';
import { apiListener } from '../../api/http/server.ts';
import type { Publisher } from '../../api/publish/types.ts';
import { createThreads } from '../../api/threads.ts';
import { openDatabase } from '../../db/client.ts';
import { tellPort } from '../support/child.ts';

const [folder = ''] = process.argv.slice(2);
const env = loadEnv({
  DATA_DIR: folder,
  DATABASE_URL: `file:${join(folder, 'blog.db')}`,
  // High enough that nothing is rate-limited. Calls are still counted.
  RATE_LIMITS: 'comment=999999999/60,like=999999999/60,save=999999999/60',
});
const database = await openDatabase(env.databaseUrl);
// Logs like api/server.ts, but to /dev/null.
const lines = pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 });
const log = createLogger('info', lines);
// Nothing is published in this benchmark.
const publisher = {} as Publisher;
const now = () => new Date();
const { services } = createThreads({ env, database, log, now });
const app = createApp({ env, database, publisher, ...services, log, now });
const listener = apiListener(app, { siteUrl: env.siteUrl, log });
tellPort(createServer((request, response) => listener(request, response)));
