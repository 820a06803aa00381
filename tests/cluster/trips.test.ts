import { afterAll, beforeAll, expect, it } from 'vitest';
import { median } from '../../bench/support/figures.ts';
import { ADMIN } from '../e2e/support/server.ts';
import {
  type Answer,
  article,
  call,
  newAccount,
  type Visitor,
  visit,
} from '../faults/support/site.ts';
import type { Cluster, Node } from './support/cluster.ts';
import { startClusterOn } from './support/engines.ts';
import { type Post, publish } from './support/posts.ts';
import { recordTrips, type Trip } from './support/statements.ts';

/** Enough that the median isn't a call during which the node looked at the feed. */
const CALLS = 11;
/** Longer than the time between two statements that are sent together. */
const DELAY_MS = 5;

let cluster: Cluster;
let node: Node;
let trips: Trip[];
let member: Visitor;
let admin: Visitor;
let post: Post;

beforeAll(async () => {
  cluster = await startClusterOn('PostgreSQL', { nodes: 1, proxied: true });
  node = cluster.nodes[0] as Node;
  const { proxy } = node;
  if (proxy === undefined) throw new Error('The node has no proxy');
  admin = await visit(node);
  post = await publish(node, admin);
  const account = newAccount();
  await call(node.url, 'POST', '/api/auth/signup', { json: account });
  member = await visit(node, account);
  trips = recordTrips(proxy);
  // Connections that are made from now on are recorded.
  await node.kill();
  await node.start();
  // The first calls open connections.
  await Promise.all(Array.from({ length: 20 }, (_, n) => getPosts(n)));
  proxy.delayMs = DELAY_MS;
});
afterAll(() => cluster?.stop());

const { email, password } = ADMIN;
const get = (path: string, cookie = '') => call(node.url, 'GET', path, { cookie });
const getPosts = (n: number) => get(`/api/post/getposts?limit=${n + 1}`);
const send = (visitor: Visitor, method: string, path: string, json?: unknown) =>
  call(node.url, method, path, { json, cookie: visitor.cookie });

function writeComment(n: number): Promise<Answer> {
  const json = { content: `Comment ${n}`, postId: post._id, userId: member.userId };
  return send(member, 'POST', '/api/comment/create', json);
}

/** Each call, with the round trips that it may take at most. `n` is different in each. */
const CALLS_BY_NAME: Record<string, [most: number, send: (n: number) => Promise<Answer>]> = {
  getposts: [1, getPosts],
  'a thread': [
    2,
    (n) => get(`/api/comment/getPostComments/${post._id}?limit=${n + 1}`, member.cookie),
  ],
  'a comment': [4, writeComment],
  'a like': [3, (n) => like(n)],
  'a sign-in': [6, () => call(node.url, 'POST', '/api/auth/signin', { json: { email, password } })],
  'a publish until its commit': [12, () => send(admin, 'POST', '/api/post/create', article())],
};

let commentId = '';

async function like(n: number): Promise<Answer> {
  if (commentId === '') throw new Error(`There is no comment to like (${n})`);
  return send(member, 'PUT', `/api/comment/likeComment/${commentId}`);
}

/** Returns the trips of one call, for a publish those up to its commit. */
async function tripsOf(name: string, ask: () => Promise<Answer>): Promise<Trip[]> {
  const before = trips.length;
  const answer = await ask();
  expect(answer.status, answer.text).toBeLessThan(300);
  const all = trips.slice(before);
  if (!name.includes('commit')) return all;
  const commit = all.findIndex((trip) => trip.some((statement) => /^commit/i.test(statement)));
  return all.slice(0, commit + 1);
}

const listOf = (made: Trip[]) =>
  made.map(
    (trip, n) => `${n + 1}. ${trip.map((statement) => statement.slice(0, 150)).join('\n   ')}`,
  );

it.each(Object.entries(CALLS_BY_NAME))(
  '%s takes few round trips to PostgreSQL',
  async (name, [most, ask]) => {
    if (name === 'a like') commentId = JSON.parse((await writeComment(1000)).text)._id;
    const taken: Trip[][] = [];
    for (let n = 0; n < CALLS; n++) taken.push(await tripsOf(name, () => ask(n)));
    const typical = median(taken.map((made) => made.length));
    const example = taken.find((made) => made.length === typical) ?? [];
    console.log(`${name}: ${typical} round trips (at most ${most})`);
    if (process.env.CLUSTER === 'long') console.log(listOf(example).join('\n'));
    expect(typical, listOf(example).join('\n')).toBeLessThanOrEqual(most);
  },
);
