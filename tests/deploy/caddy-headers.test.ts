import { describe } from 'vitest';
import { testWebServer } from '../support/web-server.ts';
import { findCaddy, startCaddy } from './caddy.ts';

describe.skipIf(findCaddy() === undefined)('Caddy with our file', () => testWebServer(startCaddy));
