import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { backup } from '../../../cli/backup.ts';
import { configurationOf } from '../../../cli/configuration.ts';
import { insertPicture } from '../../../db/queries/pictures.ts';
import { makeComment, makePost, makeUser, testDatabase } from '../../support/database.ts';
import { silent, siteIn, testFolder } from './support.ts';

export const NAME = '1735689600000-tree.jpg';

/** A small site with a picture, and its backup. */
export async function site() {
  const database = await testDatabase();
  const env = siteIn(database.folder);
  const user = await makeUser(database);
  const post = await makePost(database, { image: `/uploads/${NAME}` });
  await makeComment(database, { postId: post.id, userId: user.id });
  const uploads = join(database.folder, 'uploads');
  await mkdir(join(uploads, '.tmp'), { recursive: true });
  for (const name of [NAME, '1735689600000-tree-480.avif', '1735689600000-tree-480.webp']) {
    await writeFile(join(uploads, name), `bytes of ${name}`);
  }
  await writeFile(join(uploads, '.tmp', 'half'), 'half an upload');
  await database.transaction((tx) =>
    insertPicture(tx, {
      url: `/uploads/${NAME}`,
      userId: user.id,
      kind: 'post',
      width: 900,
      height: 600,
      bytes: 30,
      widths: [480],
      createdAt: new Date(),
    }),
  );
  const folder = await testFolder();
  const file = join(folder, 'site.tar.gz');
  const configuration = configurationOf({
    SITE_URL: 'https://a.example',
    ADMIN_PASSWORD: 'secret!',
  });
  const take = (force = false) => backup({ env, configuration, file, force, say: silent });
  return { database, env, user, post, uploads, folder, file, take };
}

/** Unpacks an archive, calls `change` with its entries, and packs it again. */
export async function changed(
  file: string,
  change: (entries: { name: string; data: Buffer; type?: 'symlink' }[]) => void,
): Promise<void> {
  const entries = (await unpackTar(gunzipSync(await readFile(file)))).map(({ header, data }) => ({
    name: header.name,
    data: Buffer.from(data ?? []),
  }));
  change(entries);
  const packed = await packTar(
    entries.map(({ name, data, ...rest }) => ({
      header: { name, size: data.length, linkname: '/etc/passwd', type: 'file', ...rest },
      body: new Uint8Array(data),
    })),
  );
  await writeFile(file, gzipSync(packed));
}

export async function refusal(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'it went through',
    (error: Error) => error.message,
  );
}
