import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../api/contract/audit.ts';
import { actionText } from '../../../src/islands/dashboard/audit-text.ts';
import { type Desk, desk } from '../documents/support.ts';

const POST = { title: 'A post', category: 'javascript', content: '<p>Text</p>' };
const LATER = '2999-01-01T00:00:00Z';

/** A call, with the ids of a draft, a public post, and a post in the trash. */
interface Scene extends Desk {
  draftId: string;
  postId: string;
  trashedId: string;
}

async function scene(): Promise<Scene> {
  const site = await desk();
  const draftId = (await site.draft())._id;
  const postId = (await site.published())._id;
  const trashedId = (await site.published())._id;
  await site.post(`trash/${trashedId}`);
  return { ...site, draftId, postId, trashedId };
}

type Act = [
  name: string,
  line: (scene: Scene) => string,
  json: object | undefined,
  expected: { action: string; event?: string },
];

const ACTS: Act[] = [
  ['creates a post', () => 'POST /api/post/create', POST, { action: 'post.create' }],
  ['creates a draft', () => 'POST /api/document/create', POST, { action: 'document.create' }],
  [
    'duplicates a document',
    ({ postId }) => `POST /api/document/duplicate/${postId}`,
    undefined,
    { action: 'document.create' },
  ],
  [
    'publishes a draft',
    ({ draftId }) => `POST /api/document/publish/${draftId}`,
    { revision: 1 },
    { action: 'post.create' },
  ],
  [
    'publishes a public post again',
    ({ postId }) => `POST /api/document/publish/${postId}`,
    { revision: 1 },
    { action: 'post.update' },
  ],
  [
    'updates a post',
    ({ postId, author }) => `PUT /api/post/updatepost/${postId}/${author.id}`,
    { title: 'New' },
    { action: 'post.update' },
  ],
  [
    'schedules a draft',
    ({ draftId }) => `POST /api/document/publish/${draftId}`,
    { revision: 1, at: LATER },
    { action: 'document.schedule' },
  ],
  [
    'unpublishes a post',
    ({ postId }) => `POST /api/document/unpublish/${postId}`,
    undefined,
    { action: 'document.unpublish' },
  ],
  [
    'deletes a post, from the list of posts',
    ({ postId, author }) => `DELETE /api/post/deletepost/${postId}/${author.id}`,
    undefined,
    { action: 'post.delete', event: 'post.delete' },
  ],
  [
    'moves a post to the trash, from the editor',
    ({ postId }) => `POST /api/document/trash/${postId}`,
    undefined,
    { action: 'post.delete', event: 'post.delete' },
  ],
  [
    'moves a draft to the trash',
    ({ draftId }) => `POST /api/document/trash/${draftId}`,
    undefined,
    { action: 'post.delete', event: 'post.delete' },
  ],
  [
    'restores a post from the trash',
    ({ trashedId }) => `POST /api/document/restore/${trashedId}`,
    undefined,
    { action: 'document.restore' },
  ],
  [
    'deletes a post for good',
    ({ trashedId }) => `DELETE /api/document/delete/${trashedId}`,
    undefined,
    { action: 'document.delete', event: 'document.delete' },
  ],
];

/** Returns the entries of the audit log and the events of the security log so far. */
async function logs({ call, admin, logged }: Scene) {
  const { body } = await call('GET /api/audit?limit=100', { as: admin });
  return { entries: body.entries, events: logged().filter(({ msg }) => msg === 'security') };
}

test.each(ACTS)('a call that %s is recorded once', async (_, line, json, expected) => {
  const site = await scene();
  const before = await logs(site);
  const { status, body } = await site.call(line(site), { json, as: site.author });
  expect(status, body.message).toBeLessThan(300);
  const after = await logs(site);
  const entries = after.entries.slice(0, after.entries.length - before.entries.length);
  expect(entries).toEqual([
    expect.objectContaining({ action: expected.action, actor: site.author.id }),
  ]);
  expect(entries[0].address).toBe('192.0.2.1');
  const postId = entries[0].subject;
  expect(after.events.slice(before.events.length)).toEqual(
    expected.event === undefined
      ? []
      : [expect.objectContaining({ event: expected.event, actorId: site.author.id, postId })],
  );
});

test('an update of a post with private changes is recorded once', async () => {
  const site = await scene();
  const { postId, author } = site;
  const json = { revision: 1, content: '<p>Private</p>' };
  await site.call(`PUT /api/document/update/${postId}`, { json, as: author });
  const before = await logs(site);
  const line = `PUT /api/post/updatepost/${postId}/${author.id}`;
  await site.call(line, { json: { title: 'New' }, as: author });
  const [entry, ...others] = (await logs(site)).entries;
  expect(entry).toMatchObject({ action: 'post.update', subject: postId });
  expect(others).toEqual(before.entries);
});

test.each([
  ({ trashedId, author }: Scene) => `DELETE /api/post/deletepost/${trashedId}/${author.id}`,
  ({ draftId, author }: Scene) => `DELETE /api/post/deletepost/${draftId}/${author.id}`,
  ({ trashedId }: Scene) => `POST /api/document/trash/${trashedId}`,
  ({ postId }: Scene) => `DELETE /api/document/delete/${postId}`,
])('nothing is recorded of a deletion that is refused (%#)', async (line) => {
  const site = await scene();
  const before = await logs(site);
  const { status } = await site.call(line(site), { as: site.author });
  expect([404, 409]).toContain(status);
  expect(await logs(site)).toEqual(before);
});

test('the dashboard tells the acts on a page from those on a post', async () => {
  const { call, admin, published } = await desk();
  const json = { kind: 'page', title: 'Now', content: '<p>Text</p>' };
  const { _id } = (await call('POST /api/document/create', { json, as: admin })).body;
  const revision = { json: { revision: 1 }, as: admin };
  await call(`POST /api/document/publish/${_id}`, revision);
  expect((await call('GET /api/audit', { as: admin })).body.names).toMatchObject({ [_id]: 'Now' });
  await call(`POST /api/document/trash/${_id}`, { as: admin });
  const post = await published();
  const { entries, pages } = (await call('GET /api/audit', { as: admin })).body;
  expect(pages).toEqual([_id]);
  const textsOf = (id: string) =>
    entries
      .filter(({ subject }: { subject: string }) => subject === id)
      .map((entry: AuditEntry) => actionText(entry, pages.includes(id)));
  expect(textsOf(_id)).toEqual(['Page moved to the trash', 'Page published', 'Draft created']);
  expect(textsOf(post._id)).toEqual(['Post published', 'Draft created']);
});

test('the dashboard has words for each act', async () => {
  for (const [, , , { action }] of ACTS) {
    const entry = { _id: '', at: '', actor: '', action, subject: '', address: '', details: {} };
    expect(actionText(entry)).not.toBe(action);
  }
});
