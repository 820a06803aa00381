import { expect, test } from 'vitest';
import type { UploadTarget } from '../../../api/contract/uploads.ts';
import { removeAbandoned, removePicturesOf } from '../../../api/uploads/cleanup.ts';
import { findPictures } from '../../../db/queries/pictures.ts';
import { deleteUser, findUserById, updateUser } from '../../../db/queries/users.ts';
import { tally } from '../../support/tally.ts';
import { type Person, picture, type Refusal, type Site, startSite } from '../uploads/support.ts';

const attack = tally();
const HOUR_MS = 60 * 60 * 1000;

const jpeg = () => picture(64, 64).jpeg().toBuffer();

/** A real JPEG with its second half cut off. */
async function damaged(): Promise<Uint8Array<ArrayBuffer>> {
  const whole = await picture(300, 300)
    .composite([{ input: noisy }])
    .jpeg()
    .toBuffer();
  return new Uint8Array(whole.subarray(0, whole.length / 2));
}
const noisy = await picture(300, 300).blur().png().toBuffer();

async function slotOf(
  site: Site,
  who: Person,
  kind = 'profile',
  size = 1000,
): Promise<UploadTarget> {
  const answer = await site.ask(who, { kind, name: 'a.jpg', type: 'image/jpeg', size });
  expect(answer.status).toBe(201);
  return (await answer.json()) as UploadTarget;
}

const saveProfile = (site: Site, who: Person, profilePicture: string) =>
  site.call('PUT', `/api/user/update/${who.user.id}`, who, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ profilePicture }),
  });

async function profilePictureOf(site: Site, who: Person): Promise<string | undefined> {
  return (await findUserById(site.database.read, who.user.id))?.profilePicture;
}

test('a member can’t fill the disk with unused pictures', () =>
  attack(
    'uploads that fill the disk',
    async () => {
      const site = await startSite({ UPLOAD_QUOTA: 'member=20KB' });
      const refusals: unknown[] = [];
      for (let i = 0; i < 30; i++) {
        const wanted = { kind: 'profile', name: 'a.jpg', type: 'image/jpeg', size: 2048 };
        const asked = await site.ask(site.reader, wanted);
        if (asked.status === 201) continue;
        refusals.push(asked.status, await asked.json());
        break;
      }
      expect(refusals).toEqual([409, expect.objectContaining({ code: 'quota', success: false })]);
    },
    30,
  ));

test('pictures announced as one byte count with their real size', () =>
  attack(
    'uploads that fill the disk',
    async () => {
      const site = await startSite({ UPLOAD_QUOTA: 'member=2KB' });
      const bytes = new Uint8Array(await jpeg());
      let kept = 0;
      for (let i = 0; i < 5; i++) {
        const wanted = { kind: 'profile', name: 'a.jpg', type: 'image/jpeg', size: 1 };
        const slot = (await (await site.ask(site.reader, wanted)).json()) as UploadTarget;
        const answer = await site.send(site.reader, slot.url, bytes);
        if (answer.status === 201) kept++;
        else expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'quota' }]);
      }
      expect(kept).toBeLessThan(5);
      const { finished } = await site.files();
      const sizes = await Promise.all(finished.map((name) => site.read(`/uploads/${name}`)));
      expect(sizes.reduce((sum, file) => sum + file.length, 0)).toBeLessThanOrEqual(2048);
    },
    5,
  ));

test('pictures that no profile uses are deleted after an hour', () =>
  attack(
    'uploads that fill the disk',
    async () => {
      const site = await startSite();
      const { slot } = await site.upload(site.reader, 'profile', await jpeg());
      const { slot: shown } = await site.upload(site.reader, 'profile', await jpeg());
      expect((await saveProfile(site, site.reader, shown.publicUrl)).status).toBe(200);
      site.clock.ahead = HOUR_MS - 60_000;
      await removeAbandoned(site.services);
      expect(await findPictures(site.database.read, [slot.publicUrl])).toHaveLength(1);
      site.clock.ahead = HOUR_MS + 60_000;
      await removeAbandoned(site.services);
      expect(await findPictures(site.database.read, [slot.publicUrl])).toHaveLength(0);
      const { finished } = await site.files();
      const stem = shown.publicUrl.replace('/uploads/', '').replace('.jpg', '');
      expect(finished.length).toBeGreaterThan(0);
      expect(finished.every((name) => name.startsWith(stem))).toBe(true);
      expect((await saveProfile(site, site.reader, slot.publicUrl)).status).toBe(400);
    },
    2,
  ));

test('an upload slot allows three tries', () =>
  attack(
    'failed uploads that bypass the limits',
    async () => {
      const site = await startSite();
      const slot = await slotOf(site, site.reader);
      const bad = await damaged();
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) {
        statuses.push((await site.send(site.reader, slot.url, bad)).status);
      }
      expect(statuses).toEqual([400, 400, 400, 404, 404]);
      const good = new Uint8Array(await jpeg());
      expect((await site.send(site.reader, slot.url, good)).status).toBe(404);
    },
    5,
  ));

test('small files that are slow to decode are refused by their headers', async () => {
  const site = await startSite();
  const small = picture(64, 64);
  const avif = await small.clone().avif({ effort: 0 }).toBuffer();
  const gif = await small.clone().gif().toBuffer();
  const jpeg = await small.clone().jpeg().toBuffer();
  const size = 7071;
  avif.writeUInt32BE(size, avif.indexOf('ispe') + 8);
  avif.writeUInt32BE(size, avif.indexOf('ispe') + 12);
  // The canvas, and the frame on it.
  const frame = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
  for (const at of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(size, at);
  for (const at of [5, 7]) jpeg.writeUInt16BE(size, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + at);
  // A real picture of one color, without loss.
  const webp = Buffer.from(
    '524946461e000000574542505650384c110000002f9e9be7060750c42216b1ff8188e87f0000',
    'hex',
  );
  const files = { avif, gif, jpeg, webp };
  for (const [format, bytes] of Object.entries(files)) {
    await attack('small files that take long to decode', async () => {
      const { answer } = await site.upload(site.reader, 'profile', bytes);
      const { message } = (await answer.json()) as Refusal;
      expect([format, answer.status, message]).toEqual([
        format,
        400,
        expect.stringContaining('too many pixels'),
      ]);
    });
  }
});

test('20 damaged pictures of one user: another user is next, not last', () =>
  attack(
    'uploads that delay others',
    async () => {
      const site = await startSite();
      const bad = await damaged();
      const good = new Uint8Array(await jpeg());
      const slots = [];
      for (let i = 0; i < 20; i++) slots.push(await slotOf(site, site.reader));
      const mine = await slotOf(site, site.admin);
      const ended: number[] = [];
      const attacks = slots.map(async ({ url }) => {
        const { status } = await site.send(site.reader, url, bad);
        ended.push(status);
      });
      const honest = site.send(site.admin, mine.url, good).then(({ status }) => {
        expect(status).toBe(201);
        return ended.filter((each) => each !== 429).length;
      });
      // Not even all that one user may have in the queue; the order is tested in queue.test.ts.
      expect(await honest).toBeLessThan(6);
      await Promise.all(attacks);
      const counts = { decoded: 0, refused: 0 };
      for (const status of ended) {
        if (status === 429) counts.refused++;
        else counts.decoded++;
      }
      expect(counts).toEqual({ decoded: 6, refused: 14 });
    },
    20,
  ));

test("another account's picture can't be used", async () => {
  const site = await startSite();
  const stranger = await site.signIn(false);
  const { slot } = await site.upload(site.reader, 'profile', await jpeg());
  const { slot: ofPost } = await site.upload(site.admin, 'post', await jpeg());
  const before = await profilePictureOf(site, stranger);
  const addresses = [
    slot.publicUrl,
    slot.publicUrl.replace('.jpg', '-96.avif'),
    `${slot.publicUrl}?mine`,
    `${site.services.env.siteUrl}${slot.publicUrl}`,
    ofPost.publicUrl,
    '/uploads/1735689600000-never-uploaded.jpg',
  ];
  for (const address of addresses) {
    await attack("use of other users' pictures", async () => {
      const answer = await saveProfile(site, stranger, address);
      expect([address, answer.status]).toEqual([address, 400]);
      expect(await profilePictureOf(site, stranger)).toBe(before);
    });
  }
  // Post pictures can't be profile pictures, not even for the administrator who uploaded them.
  expect((await saveProfile(site, site.admin, ofPost.publicUrl)).status).toBe(400);
  const own = `${site.services.env.siteUrl}${slot.publicUrl}`;
  expect((await saveProfile(site, site.reader, own)).status).toBe(200);
  expect(await profilePictureOf(site, site.reader)).toBe(slot.publicUrl);
});

test('a deleted user’s picture is removed even if another user refers to it', () =>
  attack('pictures that remain after their owner is deleted', async () => {
    const site = await startSite();
    const { slot } = await site.upload(site.reader, 'profile', await jpeg());
    // Older versions allowed this.
    await site.database.transaction(async (tx) => {
      await updateUser(tx, site.admin.user.id, { profilePicture: slot.publicUrl }, new Date());
      await deleteUser(tx, site.reader.user.id);
    });
    await removePicturesOf(site.services, site.reader.user.id);
    expect((await site.files()).finished).toEqual([]);
    expect(await findPictures(site.database.read, [slot.publicUrl])).toEqual([]);
  }));
