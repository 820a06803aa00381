import { median } from '../../../bench/support/figures.ts';
import {
  type Answer,
  article,
  call,
  newAccount,
  type Visitor,
  visit,
} from '../../faults/support/site.ts';
import type { Node } from './cluster.ts';
import { type Post, publish } from './posts.ts';
import { recordTrips, type Trip } from './statements.ts';

/** Enough that the median isn't a call during which the node did something else, too. */
const CALLS = 11;
/** Longer than the time between two statements that are sent together. */
const DELAY_MS = 5;
/** So that what a publish leaves to do is done. */
const QUIET_MS = 3_000;

/** The round trips that each call may take at most, the check of its session included. */
export const MOST_TRIPS = {
  getposts: 1,
  'a thread': 2,
  'a comment': 4,
  'a like': 3,
  'a sign-in': 6,
  'a publish until its commit': 12,
} as const;

export type CallName = keyof typeof MOST_TRIPS;

/** A node whose round trips to PostgreSQL are counted. */
export interface Meter {
  /** Makes a call several times. Returns the statements of a call with the median of trips. */
  measure(name: CallName): Promise<Trip[]>;
}

/** Prepares a node with a proxy: a post, a member, and connections that are counted. */
export async function createMeter(node: Node): Promise<Meter> {
  const { proxy } = node;
  if (proxy === undefined) throw new Error('The node has no proxy');
  const admin = await visit(node);
  const post = await publish(node, admin);
  const account = newAccount();
  await call(node.url, 'POST', '/api/auth/signup', { json: account });
  const member = await visit(node, account);
  const trips = recordTrips(proxy);
  // Only new connections are recorded. The first calls open them.
  await node.kill();
  await node.start();
  const getPosts = (n: number) => call(node.url, 'GET', `/api/post/getposts?limit=${n + 1}`);
  await Promise.all(Array.from({ length: 20 }, (_, n) => getPosts(n)));
  await new Promise((wait) => setTimeout(wait, QUIET_MS));
  proxy.delayMs = DELAY_MS;
  const calls = await callsOf(node, { admin, member, account, post, getPosts });
  return {
    async measure(name) {
      const taken: Trip[][] = [];
      for (let n = 0; n < CALLS; n++) {
        const before = trips.length;
        const answer = await calls[name](n);
        if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${answer.text}`);
        const made = trips.slice(before).filter((trip) => !isLookAtFeed(trip));
        taken.push(name.includes('commit') ? untilCommit(made) : made);
      }
      const typical = median(taken.map((made) => made.length));
      return taken.find((made) => made.length === typical) ?? [];
    },
  };
}

interface People {
  admin: Visitor;
  member: Visitor;
  /** The member's. Signing in often ends the oldest sessions of an account. */
  account: { email: string; password: string };
  post: Post;
  getPosts(n: number): Promise<Answer>;
}

/** Returns each call. `n` is different each time, so that no two are alike. */
async function callsOf(node: Node, { admin, member, account, post, getPosts }: People) {
  const send = ({ cookie }: Visitor, method: string, path: string, json?: unknown) =>
    call(node.url, method, path, { json, cookie });
  const comment = (n: number) => {
    const json = { content: `Comment ${n}`, postId: post._id, userId: member.userId };
    return send(member, 'POST', '/api/comment/create', json);
  };
  const liked = JSON.parse((await comment(-1)).text) as { _id: string };
  const { email, password } = account;
  const calls: Record<CallName, (n: number) => Promise<Answer>> = {
    getposts: getPosts,
    'a thread': (n) =>
      send(member, 'GET', `/api/comment/getPostComments/${post._id}?limit=${n + 1}`),
    'a comment': comment,
    'a like': () => send(member, 'PUT', `/api/comment/likeComment/${liked._id}`),
    'a sign-in': () => call(node.url, 'POST', '/api/auth/signin', { json: { email, password } }),
    'a publish until its commit': () => send(admin, 'POST', '/api/post/create', article()),
  };
  return calls;
}

/** Each node looks at the feed 4 times a second, whatever is called. */
const isLookAtFeed = (trip: Trip) => /^select [^;]* from "feed"$/.test(trip.join(';'));

/** Returns the trips up to the commit of a post. */
function untilCommit(made: Trip[]): Trip[] {
  const has = (trip: Trip, pattern: RegExp) => trip.some((statement) => pattern.test(statement));
  const post = made.findIndex((trip) => has(trip, /^insert into "posts"/));
  const commit = made.findIndex((trip, n) => n > post && has(trip, /^commit$/i));
  return made.slice(0, commit + 1);
}
