import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { saveFirstRevision } from '../../../api/documents/versions.ts';
import {
  removeAbandoned,
  removeLeftovers,
  removeOrphans,
  removePicturesOf,
  removeReplaced,
} from '../../../api/uploads/cleanup.ts';
import { insertDocument } from '../../../db/queries/documents.ts';
import { findPictures } from '../../../db/queries/pictures.ts';
import { hidePost } from '../../../db/queries/posts-table.ts';
import { listRecentPictures, listSlots } from '../../../db/queries/uploads.ts';
import { deleteUser, updateUser } from '../../../db/queries/users.ts';
import { makePicture, makePost } from '../../support/database.ts';
import { picture, type Site, startSite } from './support.ts';

async function uploaded(site: Site, kind: 'post' | 'profile') {
  const bytes = await picture(500, 400).jpeg().toBuffer();
  const { slot } = await site.upload(kind === 'post' ? site.admin : site.reader, kind, bytes);
  return slot.publicUrl;
}

const later = () => new Date(Date.now() + 60_000);
const stemOf = (url: string) => url.replace('/uploads/', '').replace('.jpg', '');

describe('unused pictures', () => {
  test('unused pictures are removed with their variants; covers, pictures in posts and profile pictures stay', async () => {
    const site = await startSite();
    const [cover, inText, orphan] = [
      await uploaded(site, 'post'),
      await uploaded(site, 'post'),
      await uploaded(site, 'post'),
    ];
    const avatar = await uploaded(site, 'profile');
    await makePost(site.database, { image: cover });
    await makePost(site.database, { content: `<p><img src="https://blog.example${inText}"></p>` });
    await site.database.transaction((tx) =>
      updateUser(tx, site.reader.user.id, { profilePicture: avatar }, new Date()),
    );
    const before = (await site.files()).finished;
    expect(await removeOrphans(site.services, later())).toEqual([`${stemOf(orphan)}.jpg`]);
    expect((await site.files()).finished).toEqual(
      before.filter((name) => !name.startsWith(stemOf(orphan))),
    );
  });

  test('stay while a draft, one of its versions, or a post in the trash has them', async () => {
    const site = await startSite();
    const [draft, version, share, hidden] = [
      await uploaded(site, 'post'),
      await uploaded(site, 'post'),
      await uploaded(site, 'post'),
      await uploaded(site, 'post'),
    ];
    const now = new Date();
    const times = { createdAt: now, updatedAt: now };
    await site.database.transaction(async (tx) => {
      const values = { id: 'd', userId: 'u', seo: { image: share }, ...times };
      const row = await insertDocument(tx, { ...values, content: `<p><img src="${draft}"></p>` });
      const old = { ...row, revision: 9, content: `<p><img src="${version}"></p>` };
      await saveFirstRevision(tx, old, { userId: 'u', kind: 'auto', at: now });
    });
    const { id } = await makePost(site.database, { image: hidden });
    await site.database.transaction((tx) => hidePost(tx, id));
    expect(await removeOrphans(site.services, later())).toEqual([]);
  });

  test('stay for a week', async () => {
    const site = await startSite();
    await uploaded(site, 'post');
    expect(await removeOrphans(site.services, new Date(Date.now() - 60_000))).toEqual([]);
    expect((await site.files()).finished).toHaveLength(5);
  });

  test('unused pictures are removed if they have no row; other files stay', async () => {
    const site = await startSite();
    await mkdir(site.folder, { recursive: true });
    for (const name of ['1735689600000-a.jpg', '1735689600000-a-480.webp', 'readme.txt']) {
      await writeFile(join(site.folder, name), 'x');
      await utimes(join(site.folder, name), 1, 1);
    }
    await removeOrphans(site.services, new Date(Date.now() - 60_000));
    expect((await site.files()).finished).toEqual(['readme.txt']);
  });
});

describe('profile pictures', () => {
  test('profile pictures are removed when the user replaces them or is deleted', async () => {
    const site = await startSite();
    const { user } = site.reader;
    const save = (profilePicture: string) =>
      site.call('PUT', `/api/user/update/${user.id}`, site.reader, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ profilePicture }),
      });
    const [first, second] = [await uploaded(site, 'profile'), await uploaded(site, 'profile')];
    expect((await save(first)).status).toBe(200);
    expect((await save(second)).status).toBe(200);
    const { finished } = await site.files();
    expect(finished.some((name) => name.startsWith(stemOf(first)))).toBe(false);
    expect(finished).toContain(`${stemOf(second)}.jpg`);
    expect((await site.call('DELETE', `/api/user/delete/${user.id}`, site.reader)).status).toBe(
      200,
    );
    expect((await site.files()).finished).toEqual([]);
  });

  test('profile pictures are removed with their user', async () => {
    const site = await startSite();
    const avatar = await uploaded(site, 'profile');
    await site.database.transaction((tx) => deleteUser(tx, site.reader.user.id));
    await removePicturesOf(site.services, site.reader.user.id);
    expect((await site.files()).finished.filter((name) => name.startsWith(stemOf(avatar)))).toEqual(
      [],
    );
  });

  test('profile pictures are removed when replaced, unless they belong to another user', async () => {
    const site = await startSite();
    const former = await uploaded(site, 'profile');
    await removeReplaced(site.services, site.admin.user.id, former);
    expect((await site.files()).finished).not.toEqual([]);
    await removeReplaced(site.services, site.reader.user.id, former);
    expect((await site.files()).finished).toEqual([]);
  });

  test('profile pictures are removed even if another user shows them, but not if the owner does', async () => {
    const site = await startSite();
    const former = await uploaded(site, 'profile');
    for (const { user } of [site.reader, site.admin]) {
      await site.database.transaction((tx) =>
        updateUser(tx, user.id, { profilePicture: former }, new Date()),
      );
    }
    await removeReplaced(site.services, site.reader.user.id, former);
    expect((await site.files()).finished).not.toEqual([]);
    await site.database.transaction((tx) =>
      updateUser(tx, site.reader.user.id, { profilePicture: '/avatars/a-1.svg' }, new Date()),
    );
    await removeReplaced(site.services, site.reader.user.id, former);
    expect((await site.files()).finished).toEqual([]);
  });
});

test('a picture that the store fails to remove is removed later', async () => {
  const site = await startSite({
    STORAGE: 's3',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_REGION: 'eu-1',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_PUBLIC_URL: 'https://pictures.example.com',
  });
  const { id: userId } = site.reader.user;
  const url = 'https://pictures.example.com/1735689600000-me.jpg';
  await makePicture(site.database, { userId, url, createdAt: new Date(0) });
  await removePicturesOf(site.services, userId);
  expect(await findPictures(site.database.read, [url])).toHaveLength(1);
  expect(await listRecentPictures(site.database.read, new Date(1))).toEqual([
    '1735689600000-me.jpg',
  ]);
  await removeAbandoned(site.services);
  expect(await listRecentPictures(site.database.read, new Date(1))).toHaveLength(1);
});

describe('abandoned uploads', () => {
  test('pictures of posts stay, because a draft in the browser may show them', async () => {
    const site = await startSite();
    await uploaded(site, 'post');
    site.clock.ahead = 6 * 24 * 60 * 60 * 1000;
    await removeAbandoned(site.services);
    expect((await site.files()).finished).toHaveLength(5);
  });

  test('an expired slot is deleted', async () => {
    const site = await startSite();
    const wanted = { kind: 'profile', name: 'a.jpg', type: 'image/jpeg', size: 1000 };
    await site.ask(site.reader, wanted);
    await removeAbandoned(site.services);
    expect(await listSlots(site.database.read)).toHaveLength(1);
    site.clock.ahead = 10 * 60 * 1000 + 1;
    await removeAbandoned(site.services);
    expect(await listSlots(site.database.read)).toEqual([]);
  });
});

test('temporary files of a killed process are removed at the start', async () => {
  const site = await startSite();
  await mkdir(join(site.folder, '.tmp'), { recursive: true });
  await writeFile(join(site.folder, '.tmp', 'left-behind'), 'x');
  const shared = { ...site.services.env, uploadsShared: true };
  await removeLeftovers(shared, { isStart: true });
  expect((await site.files()).temporary, 'perhaps of another node').toEqual(['left-behind']);
  await removeLeftovers(site.services.env, { isStart: true });
  expect((await site.files()).temporary).toEqual([]);
});
