import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, newAccount, PASSWORD, type Visitor, visit } from '../faults/support/site.ts';
import { isFullRun } from '../support/full-run.ts';
import type { Cluster, Node } from './support/cluster.ts';
import { startClusterOn, TRIED } from './support/engines.ts';
import { type Post, postFiles, publish } from './support/posts.ts';

const ROUNDS = isFullRun ? 20 : 2;
const MEMBERS = 6;
const COMMENTS_A_MINUTE = 10;
/** By one user, at once. */
const COMMENTS = 16;
const LIMITS = `comment=${COMMENTS_A_MINUTE}/60,like=1000/60,signUp=1000/60,signInAddress=1000/60,signInAccount=1000/60`;

describe.each(TRIED)('on several nodes on %s', (engine) => {
  let cluster: Cluster;
  let admin: Visitor;
  let members: Visitor[];

  const at = (n: number) => cluster.nodes[n % cluster.nodes.length] as Node;
  /** Sends requests at once, each through the next node. Returns statuses and bodies. */
  const atOnce = (requests: [Visitor | undefined, string, string, unknown?][]) =>
    Promise.all(
      requests.map(([visitor, method, path, json], n) =>
        call(at(n).url, method, path, { json, cookie: visitor?.cookie ?? '' }),
      ),
    );
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
  const signUp = async (account = newAccount()) => {
    const answer = await call(at(0).url, 'POST', '/api/auth/signup', { json: account });
    expect(answer.status, answer.text).toBe(201);
    return visit(at(0), account);
  };

  beforeAll(async () => {
    cluster = await startClusterOn(engine, { nodes: 2, env: { RATE_LIMITS: LIMITS } });
    admin = await visit(at(0));
    members = [];
    for (let n = 0; n < MEMBERS; n++) members.push(await signUp());
  });
  afterAll(() => cluster?.stop());

  it('one of several people gets a name or an email', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { username, email } = newAccount();
      const others = Array.from({ length: 4 }, newAccount);
      const sameName = others.map((one) => ({ ...one, username }));
      const sameEmail = others.map((one) => ({ ...newAccount(), email, password: one.password }));
      for (const json of [sameName, sameEmail]) {
        const answers = await atOnce(
          json.map((one) => [undefined, 'POST', '/api/auth/signup', one]),
        );
        expect(statuses(answers)).toEqual([201, 409, 409, 409]);
      }
    }
  });

  it('posts with the same title get different addresses', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const title = `One title ${round}`;
      const posts = await Promise.all([0, 1, 2, 3].map((n) => publish(at(n), admin, { title })));
      expect(new Set(posts.map(({ slug }) => slug)).size).toBe(posts.length);
    }
  });

  const commentOn = async (post: Post, author: Visitor): Promise<{ _id: string }> => {
    const json = {
      content: `A comment by ${author.userId}`,
      postId: post._id,
      userId: author.userId,
    };
    const answer = await call(at(0).url, 'POST', '/api/comment/create', {
      json,
      cookie: author.cookie,
    });
    expect(answer.status, answer.text).toBe(201);
    return JSON.parse(answer.text);
  };

  it('every like counts once', async () => {
    const post = await publish(at(0), admin);
    const { _id } = await commentOn(post, members[0] as Visitor);
    const like = `/api/comment/likeComment/${_id}`;
    const likesOn = async (node: Node) => {
      const { text } = await call(node.url, 'GET', `/api/comment/getPostComments/${post._id}`);
      return (JSON.parse(text) as { numberOfLikes: number }[])[0]?.numberOfLikes;
    };
    const answers = await atOnce(members.map((member) => [member, 'PUT', like]));
    expect(statuses(answers)).toEqual(members.map(() => 200));
    for (const node of cluster.nodes) expect(await likesOn(node), node.name).toBe(MEMBERS);
    // An even number of toggles by one user changes nothing.
    const [first] = members;
    const toggles = await atOnce(Array.from({ length: 6 }, () => [first, 'PUT', like]));
    expect(statuses(toggles)).toEqual(toggles.map(() => 200));
    for (const node of cluster.nodes) expect(await likesOn(node), node.name).toBe(MEMBERS);
  });

  it('a comment that is sent several times is written once, and the limit counts on all nodes', async () => {
    const author = await signUp();
    const post = await publish(at(0), admin);
    const path = '/api/comment/create';
    const text = (content: string) => ({ content, postId: post._id, userId: author.userId });
    const same = Array.from({ length: 4 }, () => text('Sent several times.'));
    await atOnce(same.map((json) => [author, 'POST', path, json]));
    const thread = await call(at(0).url, 'GET', `/api/comment/getPostComments/${post._id}`);
    expect(JSON.parse(thread.text)).toHaveLength(1);
    const busy = await signUp();
    const many = Array.from({ length: COMMENTS }, (_, n) => ({
      ...text(`Number ${n}.`),
      userId: busy.userId,
    }));
    const answers = await atOnce(many.map((json) => [busy, 'POST', path, json]));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(COMMENTS_A_MINUTE);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(
      COMMENTS - COMMENTS_A_MINUTE,
    );
  });

  it('two administrators who demote each other leave one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const account = newAccount();
      const other = await signUp(account);
      const promote = { role: 'administrator' };
      const path = (user: Visitor) => `/api/user/role/${user.userId}`;
      const promoted = await admin.call('PUT', path(other), promote);
      expect(promoted.status, promoted.text).toBe(200);
      const demote = { role: 'reader' };
      const answers = await atOnce([
        [admin, 'PUT', path(other), demote],
        [other, 'PUT', path(admin), demote],
      ]);
      const done = answers.filter(({ status }) => status === 200);
      expect(done, answers.map(({ status, text }) => `${status} ${text}`).join('\n')).toHaveLength(
        1,
      );
      // The first administrator goes on.
      if (answers[1]?.status === 200) {
        expect((await other.call('PUT', path(admin), promote)).status).toBe(200);
        expect((await admin.call('PUT', path(other), demote)).status).toBe(200);
      }
    }
  });

  it('an edit that races the deletion of its post leaves no page behind', async () => {
    const posts = await Promise.all(
      Array.from({ length: ROUNDS * 2 }, (_, n) => publish(at(n), admin)),
    );
    const json = { title: 'Too late', category: 'javascript', content: `<p>${PASSWORD}</p>` };
    await Promise.all(
      posts.flatMap((post, n) => {
        const [path, cookie] = [`${post._id}/${admin.userId}`, admin.cookie];
        const edit = call(at(n).url, 'PUT', `/api/post/updatepost/${path}`, { json, cookie });
        const gone = call(at(n + 1).url, 'DELETE', `/api/post/deletepost/${path}`, { cookie });
        return [
          edit.then(({ status, text }) => expect([200, 404], text).toContain(status)),
          gone.then(({ status, text }) => expect(status, text).toBe(200)),
        ];
      }),
    );
    const slugs = new Set(posts.map(({ slug }) => slug));
    for (const node of cluster.nodes) {
      const left = async () => (await postFiles(node)).filter((slug) => slugs.has(slug));
      await expect.poll(left, { timeout: 60_000, interval: 100 }).toEqual([]);
      for (const slug of slugs) {
        expect((await call(node.url, 'GET', `/post/${slug}`)).status, slug).toBe(410);
      }
    }
  });
});
