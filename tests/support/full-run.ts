/** True in `npm run test:all`, which runs every fault and attack in full. Other runs try fewer. */
export const isFullRun = process.env.TESTS === 'all';

/** True in `npm test` without a part, which leaves out the tests that are tagged `long`. */
export const isShortRun = process.env.TESTS === 'short';
