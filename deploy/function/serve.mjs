// For platforms that run a container and send it HTTP (Cloud Run and others), on the port in PORT.
import { serve } from '@hono/node-server';
import { fetch } from '../../api/function.ts';

const server = serve({ fetch, hostname: '0.0.0.0', port: Number(process.env.PORT ?? 8080) });
process.on('SIGTERM', () => server.close(() => process.exit(0)));
