/**
 * `npm run test:faults`: every fault and every attack, as often as promised; `npm test` has the short form.
 * `npm run test:faults -- NAME` runs the faults of one file (`load`, `disk`, …) alone.
 */
import { ensureBrowser } from '../tests/e2e/support/browser.ts';
import { withMountRights } from './mount-rights.ts';
import { runSteps, runTool, type Step } from './steps.ts';

process.env.FAULTS = 'long';
const names = process.argv.slice(2);
const vitest = (args: string[], prefix?: string[]) =>
  runTool('vitest', 'vitest', ['run', ...args], prefix);

const faults: Step = {
  name: 'Faults and load (Vitest)',
  run: () => vitest(['--config', 'vitest.faults.config.ts', ...names], withMountRights()),
};
const attacks: Step[] = [
  {
    name: 'Attacks over the API (Vitest)',
    run: () => vitest(['tests/api/attack', 'tests/api/content/sanitise.test.ts']),
  },
  {
    name: 'Attacks in a browser (Playwright)',
    run() {
      process.env.CHROMIUM_PATH = ensureBrowser((line) => console.log(line));
      return runTool('@playwright/test', 'playwright', ['test', 'tests/e2e/attack.spec.ts']);
    },
  },
];
process.exit(await runSteps(names.length > 0 ? [faults] : [...attacks, faults]));
