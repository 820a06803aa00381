import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
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

it('an idle node that also sends mail makes at most 5 round trips a second', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.com' };
  const idle = await startClusterOn('PostgreSQL', { nodes: 1, proxied: true, env });
  onTestFinished(() => idle.stop());
  const proxy = idle.nodes[0]?.proxy;
  // Without a delay, an answer that arrives between two statements sent together counts as a trip.
  if (proxy) proxy.delayMs = 5;
  const trips = () => proxy?.trips() ?? Number.NaN;
  // It still does what a start leaves for later.
  await wait(5_000);
  const started = performance.now();
  const before = trips();
  await wait(20_000);
  const perSecond = ((trips() - before) * 1000) / (performance.now() - started);
  console.log(`${perSecond.toFixed(1)} round trips a second`);
  expect(perSecond).toBeGreaterThan(0);
  expect(perSecond).toBeLessThanOrEqual(5);
});
