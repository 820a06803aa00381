import { describe } from 'vitest';
import { testRollingRestart } from '../support/rolling-restart.ts';
import { startClusterNginx } from './nginx.ts';

describe('nginx in front of two nodes', () => testRollingRestart(startClusterNginx));
