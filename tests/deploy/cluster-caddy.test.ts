// @module-tag long
import { describe } from 'vitest';
import { testMissingAssets } from '../support/missing-assets.ts';
import { testRollingRestart } from '../support/rolling-restart.ts';
import { findCaddy, startClusterCaddy } from './caddy.ts';

describe.skipIf(findCaddy() === undefined)('Caddy in front of two nodes', () => {
  testMissingAssets(startClusterCaddy);
  testRollingRestart(startClusterCaddy);
});
