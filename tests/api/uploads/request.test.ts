import { describe, expect, test } from 'vitest';
import type { UploadTarget } from '../../../api/contract/uploads.ts';
import { safeName } from '../../../api/uploads/slots.ts';
import { deletePicture } from '../../../db/queries/pictures.ts';
import { makePicture } from '../../support/database.ts';
import { type Refusal, startSite } from './support.ts';

const MIB = 1024 * 1024;
const jpeg = { kind: 'profile', name: 'me.jpg', type: 'image/jpeg', size: 1000 };

describe('POST /api/upload', () => {
  test('returns where to send a profile picture', async () => {
    const site = await startSite();
    const answer = await site.ask(site.reader, jpeg);
    expect(answer.status).toBe(201);
    const slot = (await answer.json()) as UploadTarget;
    expect(slot.publicUrl).toMatch(/^\/uploads\/\d{13}-me\.jpg$/);
    expect(slot).toMatchObject({
      method: 'PUT',
      url: slot.publicUrl.replace('/uploads/', '/api/upload/'),
      headers: { 'Content-Type': 'image/jpeg' },
    });
  });

  test('answers guests with 401 before validating the body', async () => {
    const site = await startSite();
    for (const body of [jpeg, { kind: 'nonsense' }]) {
      expect((await site.ask(undefined, body)).status).toBe(401);
    }
    expect((await site.send(undefined, '/api/upload/1-a.jpg', new Uint8Array(1))).status).toBe(401);
  });

  test('accepts pictures of posts from administrators, and answers others with 403', async () => {
    const site = await startSite();
    expect((await site.ask(site.reader, { ...jpeg, kind: 'post' })).status).toBe(403);
    expect((await site.ask(site.admin, { ...jpeg, kind: 'post' })).status).toBe(201);
  });

  test.each([
    ['another kind', { ...jpeg, kind: 'cover' }],
    ['no name', { ...jpeg, name: undefined }],
    ['no bytes', { ...jpeg, size: 0 }],
    ['a fractional size', { ...jpeg, size: 1.5 }],
    ['a size as text', { ...jpeg, size: '1000' }],
    ['a huge size', { ...jpeg, size: 1e300 }],
    ['SVG', { ...jpeg, type: 'image/svg+xml' }],
    ['text', { ...jpeg, type: 'text/plain' }],
    ['no type', { ...jpeg, type: '' }],
    ['the name of an object property', { ...jpeg, type: 'constructor' }],
  ])('%s gets 400', async (_what, body) => {
    const site = await startSite();
    expect((await site.ask(site.reader, body)).status).toBe(400);
  });

  test.each([
    ['profile', 2 * MIB, 'Could not upload image (File must be less than 2MB)'],
    ['post', 10 * MIB, 'The picture is too large: it may have at most 10 MB.'],
  ])('a picture of a %s may have %i bytes, and no more', async (kind, most, message) => {
    const site = await startSite();
    expect((await site.ask(site.admin, { ...jpeg, kind, size: most })).status).toBe(201);
    const refused = await site.ask(site.admin, { ...jpeg, kind, size: most + 1 });
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as Refusal).message).toBe(message);
  });

  test('too many requests get 429 with Retry-After', async () => {
    const site = await startSite({}, { upload: { points: 2, duration: 3600 } });
    await site.ask(site.reader, jpeg);
    await site.ask(site.reader, jpeg);
    const refused = await site.ask(site.reader, jpeg);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
    expect((await site.ask(site.admin, jpeg)).status).toBe(201);
  });

  describe('the quota', () => {
    const refused = { success: false, statusCode: 409, code: 'quota' };
    const small = { ...jpeg, size: 1024 };

    test('the quota of a member counts slots until they expire', async () => {
      const site = await startSite({ UPLOAD_QUOTA: 'member=2KB' });
      for (let i = 0; i < 2; i++) expect((await site.ask(site.reader, small)).status).toBe(201);
      const answer = await site.ask(site.reader, small);
      expect([answer.status, await answer.json()]).toEqual([
        409,
        {
          ...refused,
          message: "You've used all your storage (2 KB) for pictures and versions of posts.",
        },
      ]);
      expect((await site.ask(await site.signIn(false), small)).status).toBe(201);
      site.clock.ahead = 10 * 60 * 1000 + 1;
      expect((await site.ask(site.reader, small)).status).toBe(201);
    });

    test('the quota of a member counts stored pictures', async () => {
      const site = await startSite({ UPLOAD_QUOTA: 'member=10KB' });
      const { id: userId } = site.reader.user;
      const url = '/uploads/1735689600000-me.jpg';
      await makePicture(site.database, { userId, url, storedBytes: 9 * 1024 + 1 });
      expect((await site.ask(site.reader, small)).status).toBe(409);
      await site.database.transaction((tx) => deletePicture(tx, url));
      expect((await site.ask(site.reader, small)).status).toBe(201);
    });

    test("the quota of members doesn't apply to administrators; that of the site applies to all", async () => {
      const site = await startSite({ UPLOAD_QUOTA: 'member=0,site=3KB' });
      expect((await site.ask(site.reader, small)).status).toBe(409);
      for (let i = 0; i < 3; i++) {
        expect((await site.ask(site.admin, { ...small, kind: 'post' })).status).toBe(201);
      }
      expect(await (await site.ask(site.admin, small)).json()).toEqual({
        ...refused,
        message: 'This site has no picture storage left.',
      });
    });
  });

  test('files with the same name, requested at the same instant, get different names', async () => {
    const site = await startSite();
    const instant = new Date('2025-01-05T10:00:00Z');
    site.services.now = () => instant;
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => site.ask(site.reader, jpeg)),
    );
    const slots = await Promise.all(
      answers.map((answer) => answer.json() as Promise<UploadTarget>),
    );
    expect(new Set(slots.map((slot) => slot.publicUrl)).size).toBe(12);
  });

  test('a wrong method gets 405', async () => {
    const site = await startSite();
    expect((await site.call('GET', '/api/upload', site.reader)).status).toBe(405);
  });
});

describe('the name of an uploaded file', () => {
  test.each([
    ['photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', 'passwd.jpg'],
    ['..\\..\\windows\\system.ini', 'system.jpg'],
    ['/absolute/path/to.png', 'to.jpg'],
    ['.htaccess', 'picture.jpg'],
    ['...jpg', 'picture.jpg'],
    ['Fête d’été (1).JPG', 'Fete-d-ete-1.jpg'],
    ['Фото.jpeg', 'Foto.jpg'],
    ['no extension', 'no-extension.jpg'],
    ['evil.php.jpg', 'evil-php.jpg'],
    ['evil.jpg.php', 'evil-jpg.jpg'],
    ['a\0b\r\nc.jpg', 'a-b-c.jpg'],
    ['<script>alert(1)</script>.jpg', 'script.jpg'],
    ['‮gpj.exe', 'gpj.jpg'],
    ['🙂.jpg', 'picture.jpg'],
    ['', 'picture.jpg'],
  ])('%j becomes %j', (original, safe) => {
    expect(safeName(original, 'image/jpeg')).toBe(safe);
  });

  test('the name of an uploaded file has the extension of the type', () => {
    expect(safeName('a.jpg', 'image/avif')).toBe('a.avif');
  });

  test('the name of an uploaded file has at most 80 characters', () => {
    expect(safeName(`${'long '.repeat(100_000)}.webp`, 'image/webp').length).toBeLessThanOrEqual(
      80,
    );
  });

  test('the name of an uploaded file is transliterated: 東京', () => {
    expect(safeName('東京.png', 'image/png')).toMatch(/^[A-Za-z-]+\.png$/);
  });
});
