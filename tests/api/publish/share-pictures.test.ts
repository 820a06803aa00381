import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { PostRow } from '../../../db/queries/posts.ts';
import { deletePost, updatePost } from '../../../db/queries/posts-table.ts';
import { findPicturedPost } from '../../../db/queries/share-pictures.ts';
import { pictureHash, siteCard, storedPostCard } from '../../../src/og/address.ts';
import { makePost, recordChange, testDatabase } from '../../support/database.ts';
import { createPublisher, SITE } from '../../support/publisher.ts';

const MADE_UP = 'bbbbbbbbbbbb';
const SITE_URL = 'http://localhost';

/**
 * Pictures have the hashes in the file `hashes` and show them. Notes each call in `called` and
 * each drawing in `drawn`, and waits while `hold` exists.
 */
const RENDERER = `
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const folder = import.meta.dirname;
  export const render = async () =>
    new Response('<p>A page</p>', { headers: { 'Content-Type': 'text/html' } });
  export async function* allPaths() { yield '/'; }
  export const affectedPaths = async () => ['/'];
  export const authorsAmong = async () => [];
  export const searchEntries = async () => [];
  export async function sharePicture(slug) {
    appendFileSync(join(folder, 'called'), slug + '\\n');
    const hash = JSON.parse(readFileSync(join(folder, 'hashes'), 'utf8'))[slug];
    return { hash, draw: async () => {
      appendFileSync(join(folder, 'drawn'), slug + '\\n');
      while (existsSync(join(folder, 'hold'))) await setTimeout(5);
      if (slug === 'broken') throw new Error('This one cannot be drawn.');
      return Buffer.from(hash);
    } };
  }
`;

/** A site with these posts, oldest first. `open` starts a publisher and stops it after the test. */
async function siteWith(...slugs: string[]) {
  const database = await testDatabase();
  const dataDir = database.folder;
  const posts: PostRow[] = [];
  for (const slug of slugs) posts.push(await makePost(database, { slug }));
  const write = (name: string, text: string) => writeFile(join(dataDir, name), text);
  await write('drawn', '');
  await write('called', '');
  let state = SITE;
  /** Stores the hashes of the posts as they are. */
  const noteHashes = async () => {
    const { site } = state;
    const hashes: Record<string, string> = { default: pictureHash(siteCard(site, SITE_URL)) };
    for (const slug of slugs) {
      const post = await findPicturedPost(database.read, slug);
      if (post) hashes[slug] = pictureHash(storedPostCard(post, site, SITE_URL));
    }
    await write('hashes', JSON.stringify(hashes));
    return hashes;
  };
  let hashes = await noteHashes();
  const rename = async (title: string) => {
    const id = posts[0]?.id ?? '';
    await database.transaction((tx) => updatePost(tx, id, { title }, new Date()));
    hashes = await noteHashes();
  };
  /** Returns the new version of the settings. */
  const renameSite = async (name: string) => {
    const version = state.version + 1;
    state = { ...state, version, hash: `version-${version}`, site: { ...state.site, name } };
    hashes = await noteHashes();
    return version;
  };
  const pictureOf = (slug: string) => `${slug}/${hashes[slug]}.png`;
  const open = async ({ releaseId = 'one', drawsAhead = false } = {}) => {
    const options = { releaseId, drawsAhead, pictureRestMs: 5, readSite: async () => state };
    const publisher = await createPublisher(database, RENDERER, options);
    await (await publisher.start()).complete;
    return publisher;
  };
  const lines = async (name: string) =>
    (await readFile(join(dataDir, name), 'utf8')).split('\n').filter(Boolean);
  const drawn = () => lines('drawn');
  const called = () => lines('called');
  const pictures = async (release = 'one') => {
    const cwd = join(dataDir, 'releases', release, 'og');
    const names: string[] = [];
    for await (const name of glob('**/*.*', { cwd })) names.push(name);
    return names.sort();
  };
  return {
    database,
    dataDir,
    posts,
    write,
    rename,
    renameSite,
    open,
    drawn,
    called,
    pictures,
    pictureOf,
  };
}

const eventually = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 30_000 });

describe('without a copy of the site', () => {
  test('a picture is drawn when someone asks for it, and only once', async () => {
    const site = await siteWith('first', 'second');
    const publisher = await site.open();
    const [post] = site.posts;
    await recordChange(site.database, { action: 'publish', postId: post?.id ?? '', slug: 'first' });
    await publisher.flush(post?.id ?? '');
    expect(await site.drawn()).toEqual([]);
    for (let visit = 0; visit < 2; visit++) {
      const page = await publisher.render(`/og/${site.pictureOf('first')}`);
      expect([page.status, page.contentType, page.body.toString()]).toEqual([
        ...[200, 'image/png', site.pictureOf('first').slice(6, 18)],
      ]);
    }
    expect(await site.drawn()).toEqual(['first']);
    expect(await site.pictures()).toEqual([site.pictureOf('first')]);
  });

  test('made-up addresses draw nothing', async () => {
    const site = await siteWith('first');
    const publisher = await site.open();
    expect((await publisher.render(`/og/nobody/${MADE_UP}.png`)).status).toBe(404);
    expect((await publisher.render('/og/nobody.jpg')).status).toBe(404);
    expect(await site.drawn()).toEqual([]);
    expect(await site.pictures()).toEqual([]);
  });

  test.each([`/og/first/${MADE_UP}.png`, '/og/first.jpg'])(
    '%s, the address of an earlier picture, redirects to the current one without the thread',
    async (address) => {
      const site = await siteWith('first');
      const publisher = await site.open();
      const location = `/og/${site.pictureOf('first')}`;
      await expect(publisher.render(address)).rejects.toMatchObject({ location });
      expect(await site.called()).toEqual([]);
    },
  );

  test('the picture of a former title is deleted when the new one is drawn', {
    tags: 'long',
  }, async () => {
    const site = await siteWith('first');
    const publisher = await site.open();
    // On a busy machine, the first answer may be 503.
    const draw = () => eventually(() => publisher.render(`/og/${site.pictureOf('first')}`));
    await draw();
    await site.rename('Another title');
    await draw();
    expect(await site.pictures()).toEqual([site.pictureOf('first')]);
  });

  test('a new release has the pictures of the last one, as the same files', {
    tags: 'long',
  }, async () => {
    const site = await siteWith('first');
    const before = await site.open();
    await before.render(`/og/${site.pictureOf('first')}`);
    await before.stop();
    await site.open({ releaseId: 'two' });
    expect(await site.pictures('two')).toEqual([site.pictureOf('first')]);
    expect(await site.drawn()).toEqual(['first']);
  });

  test('a post that is deleted while its picture is drawn leaves no picture', {
    tags: 'long',
  }, async () => {
    const site = await siteWith('gone');
    await site.write('hold', '');
    const publisher = await site.open();
    const picture = publisher.render(`/og/${site.pictureOf('gone')}`);
    await eventually(async () => expect(await site.drawn()).toContain('gone'));
    await site.database.transaction((tx) => deletePost(tx, site.posts[0]?.id ?? ''));
    await rm(join(site.dataDir, 'hold'));
    expect((await picture).status).toBe(404);
    expect(await site.pictures()).toEqual([]);
  });

  test('a picture that takes too long is 503, and drawn at a later request', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const site = await siteWith('slow');
    const publisher = await site.open();
    await site.write('hold', '');
    const late = publisher.render(`/og/${site.pictureOf('slow')}`);
    await expect(late).rejects.toMatchObject({
      statusCode: 503,
      headers: { 'Retry-After': '10' },
    });
    await rm(join(site.dataDir, 'hold'));
    await eventually(async () => {
      const later = await publisher.render(`/og/${site.pictureOf('slow')}`);
      expect(later).toMatchObject({ status: 200 });
    });
  });
});

describe('for a copy of the site', () => {
  test('all pictures are drawn ahead, newest first', { tags: 'long' }, async () => {
    const slugs = Array.from({ length: 45 }, (_, n) => `post-${String(n).padStart(2, '0')}`);
    const site = await siteWith(...slugs);
    await site.open({ drawsAhead: true });
    const all = ['default', ...slugs].map(site.pictureOf).sort();
    await eventually(async () => expect(await site.pictures()).toEqual(all));
    expect(await site.drawn()).toEqual(['default', ...slugs.toReversed()]);
  });

  test('only missing ones are drawn after a restart and in a new release', async () => {
    const site = await siteWith('first', 'second');
    const before = await site.open({ drawsAhead: true });
    await eventually(async () => expect(await site.pictures()).toHaveLength(3));
    await before.stop();
    await rm(join(site.dataDir, 'releases/one/og/first'), { recursive: true });
    await site.write('drawn', '');
    const again = await site.open({ releaseId: 'two', drawsAhead: true });
    await eventually(async () => expect(await site.pictures('two')).toHaveLength(3));
    await again.stop();
    expect(await site.drawn()).toEqual(['first']);
  });

  test('all are drawn again after the name of the site has changed', async () => {
    const site = await siteWith('first', 'second');
    const publisher = await site.open({ drawsAhead: true });
    await eventually(async () => expect(await site.pictures()).toHaveLength(3));
    const before = await site.pictures();
    const version = await site.renameSite('Slow Web');
    publisher.noticeSite(version);
    await eventually(async () => expect(publisher.siteVersion).toBe(version));
    const all = ['default', 'first', 'second'].map(site.pictureOf).sort();
    expect(all).not.toEqual(before);
    await eventually(async () => expect(await site.pictures(publisher.releaseId)).toEqual(all));
  });

  test('a picture that cannot be drawn does not keep others from being drawn', {
    tags: 'long',
  }, async () => {
    const site = await siteWith('older', 'broken', 'newer');
    await site.open({ drawsAhead: true });
    const others = ['default', 'newer', 'older'].map(site.pictureOf);
    await eventually(async () => expect(await site.pictures()).toEqual(others));
  });
});
