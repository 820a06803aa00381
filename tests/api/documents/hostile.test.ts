import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Scheduler } from '../../../api/documents/scheduler.ts';
import type { LeaseHolder } from '../../../api/nodes/leases.ts';
import { findFeed } from '../../../db/queries/changes.ts';
import { cpuOf } from '../../support/cpu.ts';
import { desk, FIELDS } from './support.ts';

/** A site whose clock can be set forward. `inAMinute`: a time before that. */
async function timedDesk() {
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const pass = (ms: number) => {
    offset += ms;
  };
  const inAMinute = new Date(Date.now() + 60_000).toISOString();
  return { ...(await desk({ services: { now } })), now, pass, inAMinute };
}

it('a schedule that has passed in the trash doesn’t keep the scheduler busy', async () => {
  const site = await timedDesk();
  const { _id } = await site.draft();
  await site.post(`publish/${_id}`, { revision: 1, at: site.inAMinute });
  await site.post(`trash/${_id}`);
  site.pass(120_000);
  let looks = 0;
  const now = () => {
    looks++;
    return site.now();
  };
  const hold = (_name: string, holder: LeaseHolder) => {
    setImmediate(() => holder.onGained({} as never));
  };
  const scheduler = new Scheduler({ ...site.services, now, node: { hold } });
  onTestFinished(() => scheduler.stop());
  scheduler.notice((await findFeed(site.database.read)).scheduledAt);
  scheduler.wake();
  await wait(300);
  expect(looks).toBeLessThan(5);
});

it('an unpublished post whose schedule has passed in the trash returns unpublished', async () => {
  const { published, post, pass, inAMinute } = await timedDesk();
  const { _id } = await published();
  await post(`unpublish/${_id}`);
  await post(`publish/${_id}`, { revision: 1, at: inAMinute });
  await post(`trash/${_id}`);
  pass(120_000);
  const { body } = await post(`restore/${_id}`);
  expect(body).toMatchObject({ status: 'unpublished', scheduledAt: null });
});

it('choosing the id of someone else’s post gives no access to it', async () => {
  const { call, admin, author, post } = await desk();
  const { _id: clientId } = (await call('POST /api/post/create', { json: FIELDS, as: admin })).body;
  const json = { ...FIELDS, title: 'Taken over', clientId };
  expect((await call('POST /api/document/create', { json, as: author })).status).toBe(403);
  expect((await post(`publish/${clientId}`, { revision: 1 })).status).toBe(403);
  const [shown] = (await call(`GET /api/post/getposts?postId=${clientId}`)).body.posts;
  expect(shown.title).toBe(FIELDS.title);
});

describe('search in the list', () => {
  it.each(['École', 'école', 'ÉCOLE', 'Привет', 'привет', 'ПРИВЕТ', 'plan'])(
    'finds %s',
    async (word) => {
      const { draft, call, author } = await desk();
      await draft({ title: 'École: Привет, Plan' });
      await draft({ title: 'Another' });
      const line = `GET /api/document/getdocuments?searchTerm=${encodeURIComponent(word)}`;
      const { body } = await call(line, { as: author });
      expect(body.totalDocuments).toBe(1);
    },
  );
});

describe('tags', () => {
  it('a flood of tags is refused before their slugs are worked out', async () => {
    const { call, author } = await desk();
    const tags = Array.from({ length: 180_000 }, (_, n) => n.toString(36));
    const spent = await cpuOf(async () => {
      const { status, body } = await call('POST /api/document/create', {
        json: { tags },
        as: author,
      });
      expect([status, body.message]).toEqual([400, 'A post can have at most 20 tags.']);
    });
    expect(spent).toBeLessThan(1_000);
  });

  it('200 labels of one tag are one tag', async () => {
    const { draft } = await desk();
    const tags = Array.from({ length: 200 }, (_, n) => (n % 2 ? 'Web' : 'WEB'));
    expect((await draft({ tags })).tags).toEqual(['WEB']);
  });

  it('a tag that is no text is refused', async () => {
    const { call, author } = await desk();
    const json = { title: 'Tagged', tags: ['Web', 5] };
    const { status, body } = await call('POST /api/document/create', { json, as: author });
    expect([status, body.message]).toEqual([400, 'Each tag must be text.']);
  });
});

it('a version number that no database column holds is refused', async () => {
  const { draft, post } = await desk();
  const { _id } = await draft();
  const { status } = await post(`restorerevision/${_id}`, { number: 3e9, revision: 1 });
  expect(status).toBe(400);
});

it.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['//example.com/a', 'https://example.com/a'],
  ['https:example.com/a', 'https://example.com/a'],
])('the canonical address %s is complete', async (canonical, stored) => {
  const { draft } = await desk();
  expect((await draft({ seo: { canonical } })).seo.canonical).toBe(stored);
});

it.each(['/a', 'example.com', 'https:', 'https://site.invalid/', 'javascript:alert(1)'])(
  'refuses canonical %s',
  async (canonical) => {
    const { call, author } = await desk();
    const json = { title: 'Elsewhere', seo: { canonical } };
    expect((await call('POST /api/document/create', { json, as: author })).status).toBe(400);
  },
);

it('the title of a copy isn’t cut in the middle of a character', async () => {
  const { draft, post } = await desk();
  const { _id } = await draft({ title: `${'a'.repeat(192)}😀` });
  const { body } = await post(`duplicate/${_id}`);
  expect(body.title).toBe(`${'a'.repeat(192)} (copy)`);
});

it('discarding changes discards the new label of a category, too', async () => {
  const { published, post, call, author } = await desk();
  const { _id } = await published({ category: 'rust', categoryLabel: 'Rust' });
  const json = { revision: 1, category: 'rust', categoryLabel: 'RUST!' };
  await call(`PUT /api/document/update/${_id}`, { json, as: author });
  expect((await post(`discard/${_id}`)).body.categoryLabel).toBe('Rust');
});

it('a wrong method on a call of a document is 405', async () => {
  const { call, admin, draft } = await desk();
  const { _id } = await draft();
  const actions = [
    'publish',
    'unschedule',
    'unpublish',
    'trash',
    'restore',
    'duplicate',
    'discard',
  ];
  for (const path of ['create', ...actions.map((action) => `${action}/${_id}`)]) {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const { status } = await call(`${method} /api/document/${path}`, { as: admin });
      expect(status, `${method} ${path}`).toBe(405);
    }
  }
});

it('of publishes at the same time, all find the post public, once', async () => {
  const { draft, post, call } = await desk();
  const { _id } = await draft();
  const answers = await Promise.all([1, 2, 3].map(() => post(`publish/${_id}`, { revision: 1 })));
  expect(answers.map(({ body }) => body.post.slug)).toEqual(['a-draft', 'a-draft', 'a-draft']);
  expect((await call('GET /api/post/getposts')).body.totalPosts).toBe(1);
});
