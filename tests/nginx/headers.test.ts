import { describe } from 'vitest';
import { testWebServer } from '../support/web-server.ts';
import { startNginx } from './nginx.ts';

describe('nginx with our file', () => testWebServer(startNginx));
