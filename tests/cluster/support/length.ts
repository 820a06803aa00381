/** True with CLUSTER=long, which runs every row in full. `npm test` runs fewer rounds. */
export const isLong = process.env.CLUSTER === 'long';

/** Returns a limit in milliseconds: as promised in the long run, with room in the short one. */
export const within = (ms: number) => (isLong ? ms : ms * 5);
