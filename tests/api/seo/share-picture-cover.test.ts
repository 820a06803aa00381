import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readCover } from '../../../src/og/cover.ts';
import { emptyFolder } from '../../support/database.ts';

describe('the cover of a share picture', () => {
  /** A folder of uploads whose files contain their names. */
  async function uploadsWith(...names: string[]) {
    const folder = await emptyFolder();
    for (const name of names) await writeFile(join(folder, name), name);
    return folder;
  }

  it.each([
    ['is the variant of 960 pixels', [480, 960, 1600], '1-cat-960.webp'],
    ['is the widest variant of a smaller picture', [480, 800], '1-cat-800.webp'],
  ])('%s', async (_name, widths, file) => {
    const uploads = await uploadsWith(...widths.map((width) => `1-cat-${width}.webp`));
    const cover = await readCover({ url: '/uploads/1-cat.jpg', widths }, uploads);
    expect(cover?.toString()).toBe(file);
  });

  it('is left out if the upload has no variants, or was deleted', async () => {
    const uploads = await uploadsWith();
    for (const widths of [[], [480, 960, 1600]]) {
      expect(await readCover({ url: '/uploads/1-cat.gif', widths }, uploads)).toBeUndefined();
    }
  });

  it('throws if the file cannot be read now, so that no picture is drawn without it', async () => {
    const uploads = await uploadsWith();
    await mkdir(join(uploads, '1-cat-960.webp'));
    const reading = readCover({ url: '/uploads/1-cat.jpg', widths: [480, 960] }, uploads);
    await expect(reading).rejects.toMatchObject({ code: 'EISDIR' });
  });

  describe('in a bucket', () => {
    const picture = { url: 'https://files.example.com/1-cat.jpg', widths: [480, 960, 1600] };

    it('is downloaded', async () => {
      const fetched = vi.fn(async () => new Response('a picture'));
      vi.stubGlobal('fetch', fetched);
      expect((await readCover(picture, ''))?.toString()).toBe('a picture');
      const url = 'https://files.example.com/1-cat-960.webp';
      expect(fetched).toHaveBeenCalledWith(url, expect.anything());
    });

    it.each([403, 404, 410])('is left out if the bucket answers %i', async (status) => {
      vi.stubGlobal('fetch', async () => new Response('', { status }));
      expect(await readCover(picture, '')).toBeUndefined();
    });

    it.each([429, 500, 503])('throws if the bucket answers %i', async (status) => {
      vi.stubGlobal('fetch', async () => new Response('', { status }));
      await expect(readCover(picture, '')).rejects.toThrow(`${status}`);
    });

    it('throws if the bucket does not answer', async () => {
      vi.stubGlobal('fetch', async () => {
        throw new TypeError('fetch failed');
      });
      await expect(readCover(picture, '')).rejects.toThrow('fetch failed');
    });
  });
});
