import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip, gzipSync } from 'node:zlib';
import SQLite from 'better-sqlite3';
import { packTar } from 'modern-tar';
import { describe, expect, it, vi } from 'vitest';
import { restore } from '../../../cli/restore.ts';
import { say } from '../../../cli/terminal.ts';
import { tally } from '../../support/tally.ts';
import { fillTransientTables, TRANSIENT_ROWS } from '../../support/transient-rows.ts';
import { changed, refusal, site } from '../cli/archives.ts';
import { silent, siteIn, testFolder } from '../cli/support.ts';

const attack = tally();

const MB = 1024 * 1024;

/** A disk with this much free space. */
const disk = (free: number, files = 1e6) => ({
  statfs: async () => ({ bsize: 4096, blocks: 1e9, bavail: Math.floor(free / 4096), ffree: files }),
});

/** The bytes of everything in a folder. */
async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) size += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return size;
}

describe('a restored site', () => {
  it('a restored site has no session, link, queued mail or other row that may have ended after the backup', async () => {
    await attack('sessions, links and queued mail in a backup', async () => {
      const { take, file, database, user } = await site();
      await fillTransientTables(database, user.id);
      await take();
      const target = await testFolder();
      const said: string[] = [];
      await restore({ env: siteIn(target), file, say: (line) => void said.push(line) });
      const restored = new SQLite(join(target, 'blog.db'), { readonly: true });
      const count = (from: string) =>
        restored.prepare(`select count(*) from ${from}`).pluck().get() as number;
      const left = TRANSIENT_ROWS.filter((rows) => count(rows) > 0);
      expect(left, 'rows that are left').toEqual([]);
      expect(['users', 'devices', "mail where state = 'sent'"].map(count)).toEqual([1, 1, 1]);
      restored.close();
      const bytes = await readFile(join(target, 'blog.db'));
      expect(bytes.includes('stolen'), 'nor anywhere in the file').toBe(false);
      expect(said.join('\n')).toMatch(/signed out.*Preview links.*Mail that was waiting/s);
      expect((await readdir(target)).sort()).toEqual([
        'blog.db',
        'configuration',
        'lock.db',
        'uploads',
      ]);
    });
  });

  it('a restored site is readable only by its owner, with any umask', async () => {
    await attack('readable files', async () => {
      const { take, file } = await site();
      await take();
      const target = join(await testFolder(), 'new', 'site');
      const umask = process.umask(0);
      try {
        await restore({ env: siteIn(target), file, say: silent });
      } finally {
        process.umask(umask);
      }
      const modes = new Map([['.', (await stat(target)).mode & 0o777]]);
      const entries = await readdir(target, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        const { mode } = await stat(path);
        modes.set(path, mode & 0o777);
        expect(mode & 0o777, path).toBe(entry.isDirectory() ? 0o700 : 0o600);
      }
      expect(modes.get('.')).toBe(0o700);
      expect(modes.size).toBeGreaterThan(8);
    });
  });
});

describe('a configuration in an archive', () => {
  it('a configuration in an archive is refused before anything is restored if it’s invalid', async () => {
    await attack('hostile configurations', async () => {
      const { take, file } = await site();
      await take();
      const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');
      await changed(file, (entries) => {
        const environment = entries.find(({ name }) => name.endsWith('environment.json'));
        const manifest = entries.at(-1);
        if (!environment || !manifest) throw new Error('an entry is missing');
        const data = Buffer.from('{"environment":{"A":1},"secrets":5}');
        manifest.data = Buffer.from(
          manifest.data
            .toString()
            .replace(sha256(environment.data), sha256(data))
            .replace(`"size":${environment.data.length},`, `"size":${data.length},`),
        );
        environment.data = data;
      });
      const target = await testFolder();
      const refused = restore({ env: siteIn(target), file, say: silent });
      expect(await refusal(refused)).toMatch(/environment\.json is invalid/);
      expect(await readdir(target)).toEqual([]);
    });
  });

  it('sends no escape sequences to the terminal', async () => {
    await attack('hostile configurations', async () => {
      const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      say('  SITE_URL=\u001b]0;x\u0007\u001b[2J\r');
      const [written] = write.mock.calls[0] ?? [];
      write.mockRestore();
      expect(written).not.toMatch(/\p{Cc}(?!$)/u);
    });
  });
});

describe('an archive that is too large', () => {
  it('an archive that is too large is refused before anything is written, with the missing space', async () => {
    await attack('archives that fill the disk', async () => {
      const { take, file } = await site();
      await take();
      await changed(
        file,
        (entries) =>
          void entries.splice(4, 0, { name: 'uploads/bomb.jpg', data: Buffer.alloc(40 * MB) }),
      );
      expect((await stat(file)).size, 'a bomb').toBeLessThan(MB);
      const target = await testFolder();
      let most = 0;
      const watch = setInterval(async () => {
        most = Math.max(most, await sizeOf(target).catch(() => 0));
      }, 5);
      const refused = restore({ env: siteIn(target), file, say: silent, ...disk(80 * MB) });
      expect(await refusal(refused)).toMatch(/needs at least 104\.\d MB .* only 80\.0 MB is free/);
      clearInterval(watch);
      expect(most).toBeLessThan(MB);
      expect(await readdir(target)).toEqual([]);
    });
  });

  it('an archive that is too large is refused at once when only its directory says so', async () => {
    await attack('archives that fill the disk', async () => {
      const [header] = await packTar([
        { header: { name: 'uploads/bomb.jpg', size: 0, type: 'file' }, body: '' },
      ]).then((bytes) => [bytes.slice(0, 512)]);
      if (!header) throw new Error('no header');
      // 8 GiB less one byte, the most that the plain format can say; then a new checksum.
      header.set(Buffer.from('77777777777\0'), 124);
      header.fill(0x20, 148, 156);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
      const file = join(await testFolder(), 'bomb.tar.gz');
      await writeFile(file, gzipSync(header));
      const target = await testFolder();
      const refused = restore({ env: siteIn(target), file, say: silent, ...disk(8000 * MB) });
      expect(await refusal(refused)).toMatch(/needs/);
    });
  });

  it('an archive that is too large is refused when its bytes are outside all entries', async () => {
    await attack('archives that fill the disk', async () => {
      const { take, file } = await site();
      await take();
      // A second gzip member: zeros, which a tar reader skips as padding.
      const gzip = createGzip({ level: 1 });
      const chunks: Buffer[] = [];
      gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
      for (let n = 0; n < 100; n++) gzip.write(Buffer.alloc(MB));
      await new Promise<void>((done) => gzip.end(done));
      await writeFile(file, Buffer.concat([await readFile(file), ...chunks]));
      const target = await testFolder();
      const refused = restore({ env: siteIn(target), file, say: silent, ...disk(80 * MB) });
      expect(await refusal(refused)).toMatch(/needs/);
      expect(await readdir(target)).toEqual([]);
    });
  });

  it('an archive that is too large is refused when it has more files than fit the disk', async () => {
    await attack('archives that fill the disk', async () => {
      const { take, file } = await site();
      await take();
      const target = await testFolder();
      const refused = restore({ env: siteIn(target), file, say: silent, ...disk(1e9, 3) });
      expect(await refusal(refused)).toMatch(/files/);
      expect(await readdir(target)).toEqual([]);
    });
  });

  it('an archive that is too large is refused when a file is too large to read into memory', async () => {
    await attack('archives that fill the memory', async () => {
      const { take, file } = await site();
      await take();
      await changed(file, (entries) => {
        const environment = entries.find(({ name }) => name.endsWith('environment.json'));
        if (environment) environment.data = Buffer.alloc(5 * MB, ' ');
      });
      const target = await testFolder();
      expect(await refusal(restore({ env: siteIn(target), file, say: silent }))).toMatch(
        /environment\.json is too large/,
      );
    });
  });

  it('accepts an archive that fits', async () => {
    const { take, file } = await site();
    await take();
    const target = await testFolder();
    await restore({ env: siteIn(target), file, say: silent, ...disk(70 * MB) });
    expect(await readdir(target)).toContain('blog.db');
  });
});
