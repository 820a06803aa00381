import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { lockDataDir } from '../../../api/data-dir.ts';
import { backup } from '../../../api/maintenance/backup.ts';
import { restore } from '../../../api/maintenance/restore.ts';
import { openDatabase } from '../../../db/client.ts';
import { listPosts } from '../../../db/queries/posts.ts';
import { changed, NAME, refusal, site } from './archives.ts';
import { silent, siteIn, testFolder } from './support.ts';

describe('a backup', () => {
  it('holds database, pictures and configuration without secrets, and gives them back', async () => {
    const { take, file, post, uploads } = await site();
    const manifest = await take();
    expect(manifest.counts).toMatchObject({ users: 1, posts: 1, comments: 1, pictures: 1 });
    expect(manifest.missing).toEqual([]);
    expect((await stat(file)).mode & 0o077, 'only its owner may read it').toBe(0);
    expect(gunzipSync(await readFile(file)).includes('secret!')).toBe(false);

    const target = await testFolder();
    await restore({ env: siteIn(target), file, say: silent });
    const names = (await readdir(uploads)).filter((name) => name !== '.tmp');
    expect((await readdir(join(target, 'uploads'))).sort()).toEqual(names.sort());
    for (const name of names) {
      expect(await readFile(join(target, 'uploads', name))).toEqual(
        await readFile(join(uploads, name)),
      );
    }
    const restored = await openDatabase(`file:${join(target, 'blog.db')}`, { readOnly: true });
    expect(await listPosts(restored.read, {}, { startIndex: 0, limit: 9 })).toEqual([post]);
    await restored.close();
    const kept = await readFile(join(target, 'configuration/environment.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual({
      environment: { SITE_URL: 'https://a.example' },
      secrets: ['ADMIN_PASSWORD'],
    });
  });

  it('names pictures that are missing', async () => {
    const { take, uploads } = await site();
    await rm(join(uploads, '1735689600000-tree-480.avif'));
    expect((await take()).missing).toEqual(['1735689600000-tree-480.avif']);
  });

  it('takes the place of no file unless told to, and leaves nothing behind', async () => {
    const { take, file, folder } = await site();
    await writeFile(file, 'dear');
    expect(await refusal(take())).toContain('is there already');
    expect(await readFile(file, 'utf8')).toBe('dear');
    await take(true);
    expect(await readdir(folder)).toEqual(['site.tar.gz']);
  });

  it('says what to do when there is no database, or it is on a server', async () => {
    const folder = await testFolder();
    const take = (env: ReturnType<typeof siteIn>) =>
      refusal(
        backup({
          env,
          configuration: { environment: {}, secrets: [] },
          file: join(folder, 'x'),
          say: silent,
        }),
      );
    expect(await take(siteIn(folder))).toContain('There is no database at');
    expect(await take(siteIn(folder, { DATABASE_URL: 'libsql://db.example' }))).toContain(
      'npm run export',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a restore', () => {
  it('refuses a folder that holds anything, or that a server runs on', async () => {
    const { take, file, env, database } = await site();
    await take();
    expect(await refusal(restore({ env, file, say: silent }))).toContain('is there already');
    await database.close();
    const unlock = lockDataDir(env.dataDir);
    expect(await refusal(restore({ env, file, say: silent }))).toContain('a server is running');
    unlock();
  });

  it.each<[string, (file: string) => Promise<void>, RegExp]>([
    ['cut short', async (f) => writeFile(f, (await readFile(f)).subarray(0, -2000)), /cut short/],
    [
      'without its last bytes',
      async (f) => writeFile(f, (await readFile(f)).subarray(0, -4)),
      /cut short/,
    ],
    [
      'with one byte changed',
      async (f) => {
        const bytes = await readFile(f);
        bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] ?? 0);
        await writeFile(f, bytes);
      },
      /damaged/,
    ],
    ['empty', (f) => writeFile(f, ''), /cut short/],
    ['something else', (f) => writeFile(f, 'a letter'), /not a backup/],
    [
      'of another program',
      async (f) =>
        writeFile(f, gzipSync(await packTar([{ header: { name: 'a', size: 1 }, body: 'a' }]))),
      /not a backup/,
    ],
    ['without its list of files', (f) => changed(f, (e) => void e.pop()), /its end is missing/],
    ['without a picture', (f) => changed(f, (e) => void e.splice(4, 1)), /is missing/],
    [
      'with a changed picture',
      (f) => changed(f, (e) => void e[4]?.data.fill(7)),
      /not what was backed up/,
    ],
    [
      'with something more',
      (f) =>
        changed(f, (e) => void e.splice(4, 0, { name: 'uploads/x.jpg', data: Buffer.from('x') })),
      /holds more/,
    ],
    [
      'with a file twice',
      (f) => changed(f, (e) => void e.splice(4, 0, ...e.slice(4, 5))),
      /damaged/,
    ],
    [
      'that leads out of the folder',
      (f) =>
        changed(
          f,
          (e) => void e.splice(4, 0, { name: 'uploads/../../evil', data: Buffer.from('x') }),
        ),
      /no backup has/,
    ],
    [
      'with an absolute path',
      (f) => changed(f, (e) => void e.splice(4, 0, { name: '/tmp/evil', data: Buffer.from('x') })),
      /no backup has/,
    ],
    [
      'with a link',
      (f) =>
        changed(
          f,
          (e) => void e.splice(4, 0, { name: 'uploads/l', data: Buffer.alloc(0), type: 'symlink' }),
        ),
      /no backup has/,
    ],
    [
      'of a newer format',
      (f) => changed(f, (e) => replace(e[0], '"version":1', '"version":2')),
      /newer version/,
    ],
    [
      'of a newer database',
      (f) => changed(f, (e) => replace(e.at(-1), '"migration":', '"migration":9')),
      /newer version/,
    ],
  ])('refuses an archive %s, and leaves the folder empty', async (_, spoil, message) => {
    const { take, file } = await site();
    await take();
    await spoil(file);
    const target = await testFolder();
    expect(await refusal(restore({ env: siteIn(target), file, say: silent }))).toMatch(message);
    expect(await readdir(target)).toEqual(['lock.db']);
    // The mended archive goes in afterwards.
    await take(true);
    await restore({ env: siteIn(target), file, say: silent });
    expect(await readdir(target)).toContain('blog.db');
  });

  it('is understood by tar, too', async () => {
    const { take, file } = await site();
    await take();
    const listed = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' });
    expect(listed).toContain(`uploads/${NAME}`);
  });
});

function replace(entry: { data: Buffer } | undefined, from: string, to: string): void {
  if (!entry?.data.includes(from)) throw new Error(`there is no ${from}`);
  entry.data = Buffer.from(entry.data.toString().replace(from, to));
}
