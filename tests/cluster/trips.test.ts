import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallName, createMeter, type Meter, MOST_TRIPS } from './support/calls.ts';
import type { Cluster, Node } from './support/cluster.ts';
import { startClusterOn } from './support/engines.ts';
import type { Trip } from './support/statements.ts';

let cluster: Cluster;
let meter: Meter;

beforeAll(async () => {
  cluster = await startClusterOn('PostgreSQL', { nodes: 1, proxied: true });
  meter = await createMeter(cluster.nodes[0] as Node);
});
afterAll(() => cluster?.stop());

const listOf = (trips: Trip[]) =>
  trips
    .map((trip, n) => `${n + 1}. ${trip.map((text) => text.slice(0, 150)).join('\n   ')}`)
    .join('\n');

it.each(Object.keys(MOST_TRIPS) as CallName[])(
  '%s takes few round trips to PostgreSQL',
  async (name) => {
    const trips = await meter.measure(name);
    console.log(`${name}: ${trips.length} round trips (at most ${MOST_TRIPS[name]})`);
    expect(trips.length, listOf(trips)).toBeLessThanOrEqual(MOST_TRIPS[name]);
  },
);
