/** `npm run test:faults` runs every fault as often as promised; inside `npm test` each runs a few times. */
export const isLong = process.env.FAULTS === 'long';
