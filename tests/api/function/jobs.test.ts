import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { copyPictureLater } from '../../../api/auth/providers/picture.ts';
import type { UploadTarget } from '../../../api/contract/uploads.ts';
import { findPictures } from '../../../db/queries/pictures.ts';
import { deleteUserSessions } from '../../../db/queries/sessions.ts';
import { deleteUser, findUserById, type UserRow } from '../../../db/queries/users.ts';
import { jobs } from '../../../db/schema.ts';
import { fakePublisher } from '../../support/app.ts';
import { makeUser } from '../../support/database.ts';
import { startFunction } from './support.ts';

type Site = Awaited<ReturnType<typeof startFunction>>;

const draft = { title: 'A draft', category: 'javascript', content: '<p>Its text</p>' };
const jobsOf = ({ database }: Site) => database.read.select().from(jobs);
const preview = (site: Site, as: UserRow) =>
  site.call('POST /api/post/preview', { json: draft, as });

const photo = () =>
  sharp({ create: { width: 700, height: 500, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer();

/** Requests a slot, and sends bytes to the store. */
async function send(site: Site, as: UserRow, kind: string, bytes: Buffer): Promise<string> {
  const json = { kind, name: 'a.jpg', type: 'image/jpeg', size: bytes.length };
  const { body } = await site.call('POST /api/upload', { json, as });
  const target = body as UploadTarget;
  await fetch(target.url, { method: 'PUT', body: new Uint8Array(bytes) });
  return target.publicUrl;
}

const complete = (site: Site, as: UserRow, publicUrl: string) =>
  site.call('POST /api/upload/complete', { json: { publicUrl }, as });

const SLOWLY = { timeout: 30_000, interval: 500 };
/** Calls give up soon. */
const IMPATIENT = { maxWaitMs: 300 };

describe('a preview in a function', () => {
  it('a preview in a function is rendered by a worker, and leaves no job behind', async () => {
    const site = await startFunction();
    site.worker();
    const admin = await makeUser(site.database, { role: 'administrator' });
    const { status, body } = await preview(site, admin);
    expect([status, body.content]).toEqual([200, draft.content]);
    expect(body.page).toContain('<title>A draft</title><p>Its text</p>');
    expect(await jobsOf(site)).toEqual([]);
  });

  it('a preview of settings in a function is rendered by a worker, and leaves no job behind', async () => {
    const site = await startFunction();
    site.worker();
    const admin = await makeUser(site.database, { role: 'administrator' });
    const json = { site: { name: 'Slow Web' }, path: '/about' };
    const { status, body } = await site.call('POST /api/settings/site/preview', {
      json,
      as: admin,
    });
    expect([status, body]).toEqual([200, '<!doctype html><title>/about – Slow Web</title>']);
    expect(await jobsOf(site)).toEqual([]);
  });

  it('a preview in a function that fails gets 500 without the reason, which the worker logs', async () => {
    const site = await startFunction();
    const fails = () => Promise.reject(new Error('no such layout'));
    site.worker({ publisher: { ...fakePublisher(), preview: fails } });
    const admin = await makeUser(site.database, { role: 'administrator' });
    const { status, body } = await preview(site, admin);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('layout');
    expect(JSON.stringify(site.logged())).toContain('no such layout');
  });

  it('a preview in a function is 503 with Retry-After while no worker runs', async () => {
    const site = await startFunction(IMPATIENT);
    const admin = await makeUser(site.database, { role: 'administrator' });
    const { status, headers } = await preview(site, admin);
    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
  });

  it('a preview in a function is refused while the user has too many', async () => {
    const site = await startFunction(IMPATIENT);
    const admin = await makeUser(site.database, { role: 'administrator' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => preview(site, admin)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ headers }) => headers.get('Retry-After'))).toEqual(['5', '5']);
    expect(await jobsOf(site)).toHaveLength(8);
  });

  it('a preview in a function is gone with its user', async () => {
    const site = await startFunction();
    const admin = await makeUser(site.database, { role: 'administrator' });
    const answer = preview(site, admin);
    await expect.poll(() => jobsOf(site)).toHaveLength(1);
    await site.database.transaction((tx) => deleteUser(tx, admin.id));
    expect(await jobsOf(site)).toEqual([]);
    expect((await answer).status).toBe(503);
  });
});

describe('an upload in a function', () => {
  it('an upload in a function is decoded by a worker, with the answer of a server', async () => {
    const site = await startFunction();
    site.worker();
    const member = await makeUser(site.database);
    const url = await send(site, member, 'profile', await photo());
    const { status, body } = await complete(site, member, url);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, publicUrl: url, width: 500, height: 500 });
    const [row] = await findPictures(site.database.read, [url]);
    expect(row).toMatchObject({ userId: member.id, kind: 'profile', widths: [96, 192] });
    const name = url.split('/').at(-1) ?? '';
    const stored = [...site.objects.keys()];
    expect(stored).toContain(`/pictures/${name}`);
    expect(stored.filter((path) => path.includes('/incoming/'))).toEqual([]);
    expect(await jobsOf(site)).toEqual([]);
  });

  it('an upload in a function that is no picture is refused with the message of a server', async () => {
    const site = await startFunction();
    site.worker();
    const admin = await makeUser(site.database, { role: 'administrator' });
    const url = await send(site, admin, 'post', Buffer.from('no picture'));
    const { status, body } = await complete(site, admin, url);
    expect([status, body.message]).toEqual([400, 'Choose a JPEG, PNG, WebP, AVIF or GIF picture.']);
    expect([...site.objects.keys()]).toEqual([]);
  });

  it('an upload in a function that takes too long is found by the next call', async () => {
    const site = await startFunction(IMPATIENT);
    const member = await makeUser(site.database);
    const url = await send(site, member, 'profile', await photo());
    expect((await complete(site, member, url)).status).toBe(503);
    site.worker();
    const completed = () => complete(site, member, url);
    await expect.poll(completed, SLOWLY).toMatchObject({ status: 200, body: { width: 500 } });
  });

  it('stores nothing for a session that ended in the meantime', async () => {
    const site = await startFunction();
    const member = await makeUser(site.database);
    const url = await send(site, member, 'profile', await photo());
    const answer = complete(site, member, url);
    await expect.poll(() => jobsOf(site)).toHaveLength(1);
    await site.database.transaction((tx) => deleteUserSessions(tx, member.id));
    site.worker();
    expect((await answer).status).toBe(401);
    expect(await findPictures(site.database.read, [url])).toEqual([]);
    const kept = [...site.objects.keys()].filter((path) => !path.includes('/incoming/'));
    expect(kept).toEqual([]);
  });

  it("an upload in a function can't be completed by someone else, even while it runs", async () => {
    const site = await startFunction();
    const [member, other] = [await makeUser(site.database), await makeUser(site.database)];
    const url = await send(site, member, 'profile', await photo());
    const answer = complete(site, member, url);
    await expect.poll(() => jobsOf(site)).toHaveLength(1);
    expect((await complete(site, other, url)).status).toBe(403);
    site.worker();
    expect((await answer).status).toBe(200);
  });
});

it('the picture of a Google account is copied by a worker, after the answer', async () => {
  const site = await startFunction();
  const address = `${site.services.env.google?.issuer}/photo.jpg`;
  site.objects.set('/photo.jpg', await photo());
  const user = await makeUser(site.database, { profilePicture: address });
  await copyPictureLater(site.services, user.id, address);
  expect(await jobsOf(site)).toMatchObject([{ kind: 'avatar', userId: user.id }]);
  site.worker();
  const pictureNow = async () =>
    (await findUserById(site.database.read, user.id))?.profilePicture ?? '';
  await expect.poll(pictureNow, SLOWLY).toMatch(/\/pictures\/\d+-\w+\.jpg$/);
});

describe('jobs', () => {
  it('jobs are each taken by one of several workers', async () => {
    const site = await startFunction();
    const admin = await makeUser(site.database, { role: 'administrator' });
    const rendered: string[] = [];
    const publisher = fakePublisher();
    const counting = {
      ...publisher,
      preview: (...given: Parameters<typeof publisher.preview>) => {
        rendered.push(given[0].title);
        return publisher.preview(...given);
      },
    };
    for (let n = 0; n < 4; n++) site.worker({ publisher: counting });
    const titles = Array.from({ length: 8 }, (_, n) => `Draft ${n}`);
    const answers = await Promise.all(
      titles.map((title) =>
        site.call('POST /api/post/preview', { json: { ...draft, title }, as: admin }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
    expect(rendered.sort()).toEqual(titles);
  });

  it('expired jobs are deleted, and not done', async () => {
    const site = await startFunction();
    const admin = await makeUser(site.database, { role: 'administrator' });
    await site.services.jobs?.add({
      kind: 'preview',
      userId: admin.id,
      task: {
        ...draft,
        categoryLabel: undefined,
        image: '',
        imageAlt: '',
        imageFocus: '',
        language: '',
      },
    });
    await site.database.transaction(async (tx) => {
      await tx.update(jobs).set({ expiresAt: new Date(0) });
    });
    const publisher = fakePublisher();
    const never = () => Promise.reject(new Error('An expired job was done'));
    site.worker({ publisher: { ...publisher, preview: never } });
    await expect.poll(() => jobsOf(site)).toEqual([]);
    expect(site.logged().filter(({ level }) => level === 50)).toEqual([]);
  });
});
