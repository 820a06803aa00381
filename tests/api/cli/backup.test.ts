import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { lockDataDir } from '../../../api/data-dir.ts';
import { backup } from '../../../cli/backup.ts';
import { restore } from '../../../cli/restore.ts';
import { openDatabase } from '../../../db/client.ts';
import { listAudit } from '../../../db/queries/audit.ts';
import { findFeed } from '../../../db/queries/changes.ts';
import { listPosts } from '../../../db/queries/posts.ts';
import { makePost } from '../../support/database.ts';
import { changed, NAME, refusal, site } from './archives.ts';
import { silent, siteIn, testFolder } from './support.ts';

describe('a backup', () => {
  it('a backup contains the database, pictures and the configuration without secrets, and restores them', async () => {
    const { take, file, post, uploads } = await site();
    const manifest = await take();
    expect(manifest.counts).toMatchObject({ users: 1, posts: 1, comments: 1, pictures: 1 });
    expect(manifest.missing).toEqual([]);
    expect((await stat(file)).mode & 0o077, 'only its owner can read it').toBe(0);
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
    const log = await listAudit(restored.read, { startIndex: 0, limit: 9 }, {});
    expect(log).toMatchObject([{ actor: 'system', action: 'backup.restore' }]);
    await restored.close();
    const kept = await readFile(join(target, 'configuration/environment.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual({
      environment: { SITE_URL: 'https://a.example' },
      secrets: ['ADMIN_PASSWORD'],
    });
  });

  it('a backup reports missing pictures', async () => {
    const { take, uploads } = await site();
    await rm(join(uploads, '1735689600000-tree-480.avif'));
    expect((await take()).missing).toEqual(['1735689600000-tree-480.avif']);
  });

  it('overwrites a file only with force, and leaves no temporary files', async () => {
    const { take, file, folder } = await site();
    await writeFile(file, 'dear');
    expect(await refusal(take())).toContain('already exists');
    expect(await readFile(file, 'utf8')).toBe('dear');
    await take(true);
    expect(await readdir(folder)).toEqual(['site.tar.gz']);
  });

  it('a backup never replaces the database of the site, even with force or through a link', async () => {
    const { env, folder } = await site();
    const link = join(folder, 'link.db');
    await symlink(join(env.dataDir, 'blog.db'), link);
    for (const file of [join(env.dataDir, 'blog.db'), link]) {
      const configuration = { environment: {}, secrets: [] };
      const options = { env, configuration, file, force: true, say: silent };
      expect(await refusal(backup(options))).toContain('is the database of the site');
    }
  });

  it('a backup refuses a folder before it does anything, also with force', async () => {
    const { env, folder } = await site();
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const configuration = { environment: {}, secrets: [] };
    for (const force of [false, true]) {
      const message = await refusal(backup({ env, configuration, file: folder, force, say }));
      expect(message).toBe(`${folder} is a folder. Add the name of a file.`);
    }
    expect(said).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('a backup prints the size of the database, including the WAL', async () => {
    const { env, file, database } = await site();
    await makePost(database, { content: 'x'.repeat(200_000) });
    const said: string[] = [];
    const configuration = { environment: {}, secrets: [] };
    await backup({ env, configuration, file, say: (line) => void said.push(line) });
    const withoutWal = (await stat(join(env.dataDir, 'blog.db'))).size;
    const [, size] = /^Copying the database \((.*) MB\)$/.exec(said[0] ?? '') ?? [];
    expect(Number(size) * 1_000_000).toBeGreaterThan(withoutWal + 200_000);
    expect(said.at(-1)).toContain(`${file}: 1 users, 2 posts`);
  });

  it('a backup says what to do without a database file', async () => {
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
    expect(await take(siteIn(folder, { DATABASE_URL: 'postgres://db.example/blog' }))).toContain(
      'pg_dump',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a restore', () => {
  it('gives the feed of changes another identity, so that nodes render everything', async () => {
    const { take, file, database } = await site();
    await take();
    const before = await findFeed(database.read);
    const ids = [before.id];
    for (let n = 0; n < 2; n++) {
      const target = await testFolder();
      await restore({ env: siteIn(target), file, say: silent });
      const restored = await openDatabase(`file:${join(target, 'blog.db')}`, { readOnly: true });
      const { id, seq } = await findFeed(restored.read);
      await restored.close();
      expect(seq).toBe(before.seq);
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  it('refuses a folder that is not empty or in use', async () => {
    const { take, file, env, database } = await site();
    await take();
    expect(await refusal(restore({ env, file, say: silent }))).toContain('already exists');
    await database.close();
    const unlock = await lockDataDir(env.dataDir);
    expect(await refusal(restore({ env, file, say: silent }))).toContain('a server is running');
    unlock();
  });

  it('leaves nothing behind when it refuses', async () => {
    const { take, file } = await site();
    await take();
    const folder = await testFolder();
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const target = siteIn(folder);
    expect(await refusal(restore({ env: target, file, say: silent }))).toContain('already exists');
    const missing = siteIn(join(folder, 'new', 'site'));
    const other = { env: missing, file: join(folder, 'no-such-file.tar.gz'), say: silent };
    expect(await refusal(restore(other))).toContain('no-such-file.tar.gz');
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  it.each<[string, (file: string) => Promise<void>, RegExp]>([
    [
      'that is truncated',
      async (f) => writeFile(f, (await readFile(f)).subarray(0, -2000)),
      /truncated/,
    ],
    [
      'without its last bytes',
      async (f) => writeFile(f, (await readFile(f)).subarray(0, -4)),
      /truncated/,
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
    ['that is empty', (f) => writeFile(f, ''), /truncated/],
    ['that is another file', (f) => writeFile(f, 'a letter'), /isn't a backup/],
    [
      'of another program',
      async (f) =>
        writeFile(f, gzipSync(await packTar([{ header: { name: 'a', size: 1 }, body: 'a' }]))),
      /isn't a backup/,
    ],
    ['without its list of files', (f) => changed(f, (e) => void e.pop()), /its end is missing/],
    ['without a picture', (f) => changed(f, (e) => void e.splice(4, 1)), /is missing/],
    [
      'with a changed picture',
      (f) => changed(f, (e) => void e[4]?.data.fill(7)),
      /doesn't match its checksum/,
    ],
    [
      'with an additional file',
      (f) =>
        changed(f, (e) => void e.splice(4, 0, { name: 'uploads/x.jpg', data: Buffer.from('x') })),
      /has files that are not in its list/,
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
      /unexpected entry/,
    ],
    [
      'with an absolute path',
      (f) => changed(f, (e) => void e.splice(4, 0, { name: '/tmp/evil', data: Buffer.from('x') })),
      /unexpected entry/,
    ],
    [
      'with a link',
      (f) =>
        changed(
          f,
          (e) => void e.splice(4, 0, { name: 'uploads/l', data: Buffer.alloc(0), type: 'symlink' }),
        ),
      /unexpected entry/,
    ],
    [
      'of a newer format',
      (f) => changed(f, (e) => replace(e[0], '"version":1', '"version":2')),
      /newer version/,
    ],
    [
      'of a newer database',
      (f) => changed(f, (e) => replace(e.at(-1), '"migration":', '"migration":9')),
      /newer version \(Inkwell .* \(migration .*\)\), and this is Inkwell \d/,
    ],
  ])('refuses an archive %s and leaves the folder empty', async (_, spoil, message) => {
    const { take, file } = await site();
    await take();
    await spoil(file);
    const target = await testFolder();
    expect(await refusal(restore({ env: siteIn(target), file, say: silent }))).toMatch(message);
    expect(await readdir(target)).toEqual([]);
    // An intact archive can be restored afterwards.
    await take(true);
    await restore({ env: siteIn(target), file, say: silent });
    expect(await readdir(target)).toContain('blog.db');
  });

  it('a restore can be read by tar', async () => {
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
