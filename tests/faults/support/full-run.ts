/** True in `npm run test:faults`, which runs every fault in full. `npm test` runs fewer rounds. */
export const isFullRun = process.env.FAULTS === 'long';
