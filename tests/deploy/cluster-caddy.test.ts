import { describe } from 'vitest';
import { testRollingRestart } from '../support/rolling-restart.ts';
import { findCaddy, startClusterCaddy } from './caddy.ts';

describe.skipIf(findCaddy() === undefined)('Caddy in front of two nodes', () => {
  testRollingRestart(startClusterCaddy);
});
