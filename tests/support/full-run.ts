/** True in `npm run test:all`, which runs every fault and attack in full. `npm test` runs fewer. */
export const isFullRun = process.env.TESTS === 'all';
