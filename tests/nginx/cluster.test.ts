import { describe } from 'vitest';
import { testMissingAssets } from '../support/missing-assets.ts';
import { testRollingRestart } from '../support/rolling-restart.ts';
import { startClusterNginx } from './nginx.ts';

describe('nginx in front of two nodes', () => {
  testMissingAssets(startClusterNginx);
  testRollingRestart(startClusterNginx);
});
