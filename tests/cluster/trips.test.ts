// @module-tag long
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, type Visitor, visit } from '../faults/support/site.ts';
import type { Cluster, Node } from './support/cluster.ts';
import { startClusterOn } from './support/engines.ts';
import { publish } from './support/posts.ts';
import { longestRow, recordTrips, type Trip } from './support/statements.ts';

const MAX_TRIPS_IN_A_ROW = 15;
/** Long enough that statements which are sent together are all sent before the first answer. */
const DELAY_MS = 20;
/** The first publishes open connections. */
const WARM_UPS = 5;
/** Other work of the node can only lengthen a row, so the shortest one is the publish's own. */
const PUBLISHES = 20;

let cluster: Cluster;
let node: Node;
let admin: Visitor;
let trips: Trip[];

beforeAll(async () => {
  cluster = await startClusterOn('PostgreSQL', { nodes: 1, proxied: true });
  [node] = cluster.nodes as [Node];
  admin = await visit(node);
  const { proxy } = node;
  if (proxy === undefined) throw new Error('The node has no proxy');
  // Only new connections are recorded.
  await node.stop();
  trips = recordTrips(proxy);
  proxy.delayMs = DELAY_MS;
  await node.start();
});
afterAll(() => cluster?.stop());

const listOf = (row: Trip[]) =>
  row
    .map(({ statements }, n) => `${n + 1}. ${statements.map((s) => s.slice(0, 150)).join('\n   ')}`)
    .join('\n');

it(`a publish waits for at most ${MAX_TRIPS_IN_A_ROW} round trips to PostgreSQL in a row`, async () => {
  for (let n = 0; n < WARM_UPS; n++) await publish(node, admin);
  const rows: Trip[][] = [];
  for (let n = 0; n < PUBLISHES; n++) {
    // The archive is one of the pages that follow a publish. A visit waits until all are written.
    await call(node.url, 'GET', '/archive');
    const before = trips.length;
    await publish(node, admin);
    rows.push(longestRow(trips.slice(before)));
  }
  const [shortest = []] = rows.toSorted((a, b) => a.length - b.length);
  console.log(`${shortest.length} round trips in a row\n${listOf(shortest)}`);
  expect(shortest.length, listOf(shortest)).toBeLessThanOrEqual(MAX_TRIPS_IN_A_ROW);
});
