/** `npm run test:faults`: every fault, as often as promised; `npm test` has the short form. */
import { runSteps, runTool } from './steps.ts';

process.env.FAULTS = 'long';
const args = ['run', '--config', 'vitest.faults.config.ts', ...process.argv.slice(2)];
process.exit(
  await runSteps([{ name: 'Faults, the long form', run: () => runTool('vitest', 'vitest', args) }]),
);
