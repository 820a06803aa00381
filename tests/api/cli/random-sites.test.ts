import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sanitize } from '../../../api/content/sanitize.ts';
import { exportFolder } from '../../../cli/folder/export-folder.ts';
import { recognize } from '../../../cli/import/recognize.ts';
import { importContent } from '../../../cli/import.ts';
import { testDatabase } from '../../support/database.ts';
import { isFullRun } from '../../support/full-run.ts';
import { generator } from '../../support/random.ts';
import { randomDocument } from '../../support/random-documents.ts';
import { rowsOf, withoutVersions } from './site-rows.ts';
import { silent, siteIn } from './support.ts';

type Random = ReturnType<typeof generator>;

const SITES = isFullRun ? 200 : 8;
const TITLES = [
  'Tea & cake',
  'מה נשמע?',
  '日本語の題',
  '"Quoted": # yes',
  '👩‍🚀 space',
  "it's",
  '- a',
  'ß ẞ',
];
const TAGS = ['C++', 'c#', 'مرحبا', '日本', 'Über uns', 'a, b', "rock'n'roll"];
const COMMENTS = [
  'Hi',
  '**bold**\n\n> quoted',
  ': - # {}',
  'línea\n\ttab',
  '---',
  '“…”  two spaces',
  '👍',
];

/** Returns an export of a site with random posts, pages, drafts, threads and redirects. */
function randomSite(random: Random): object {
  let made = 0;
  const id = (kind: number) => `${kind}${String(++made).padStart(23, '0')}`;
  const pick = <T>(from: readonly T[]) => from[random(from.length)] as T;
  const some = <T>(most: number, make: () => T) => Array.from({ length: random(most + 1) }, make);
  const time = () => new Date(1_600_000_000_000 + random(1_000_000) * 100_000).toISOString();
  const times = () => {
    const createdAt = time();
    return { createdAt, updatedAt: createdAt };
  };
  const users = [0, ...some(3, () => 0)].map((_, n) => ({
    _id: id(1),
    username: `person-${n}`,
    email: `person-${n}@mail.example`,
    emailVerified: random(2) === 0,
    role: pick(['reader', 'author', 'editor']),
    bio: pick(['', 'Line\nLine', ...TITLES]),
    links: some(2, () => 'https://example.com/me'),
    ...times(),
  }));
  const userId = () => pick(users)._id;
  const fields = () => ({
    userId: userId(),
    title: pick(TITLES),
    content: sanitize(randomDocument(random)),
    category: pick(['uncategorized', 'javascript', 'new-thing']),
    image: pick(['', 'https://cdn.example/a.png?x=1&y=2']),
    imageAlt: pick(['', 'A "cat"']),
    language: pick(['', 'ar-EG', 'de']),
    tags: [...new Set(some(4, () => pick(TAGS)))],
    seo: pick([{}, { title: 'T: "x"', description: 'D\u00a0é' }]),
    noindex: random(4) === 0,
    isFeatured: random(4) === 0,
    commentsClosed: random(4) === 0,
    ...times(),
  });
  const posts = some(4, () => {
    const _id = id(2);
    return { _id, slug: `post-${made}`, ...fields() };
  });
  const pages = some(2, () => {
    const _id = id(2);
    return { _id, kind: 'page', slug: `/page-${made}`, ...fields(), tags: [] };
  });
  const drafts = some(2, () => ({ _id: id(3), status: 'draft', slug: '', ...fields() }));
  const comments = posts.flatMap(({ _id: postId }) => {
    const thread: { _id: string }[] = [];
    return some(6, () => {
      const parentId = thread.length > 0 && random(2) === 0 ? pick(thread)._id : null;
      const state = pick(['visible', 'visible', 'held', 'spam']);
      const likes = some(2, userId);
      const content = pick(COMMENTS);
      const comment = { _id: id(4), postId, userId: userId(), content, parentId, state };
      thread.push(comment);
      return { ...comment, likes: [...new Set(likes)], ...times() };
    });
  });
  const redirects = some(4, () => ({
    from: pick(['/?p=', '/alt/', '/é/', '/日本/']) + ++made,
    ...pick([
      { to: '/archive', status: 301 },
      { to: 'https://example.com/?a=b', status: 302 },
      { to: null, status: 410 },
    ]),
    createdAt: time(),
  }));
  const site = { users, posts: [...posts, ...pages], comments, documents: drafts, redirects };
  return { format: 'inkwell-export', version: 1, ...site };
}

/** An empty label of a category means that its slug is the label. */
function withoutDefaults(rows: Record<string, object[]>): Record<string, object[]> {
  const { documents = [], ...others } = withoutVersions(rows);
  const labeled = (documents as Record<string, unknown>[]).map((row) => ({
    ...row,
    categoryLabel: row.categoryLabel || row.category,
  }));
  return { ...others, documents: labeled };
}

/** Imports a random site, exports it as a folder, and imports this into an empty site. */
async function compareOverFolder(
  random: Random,
  name: string,
  cleanUp: (work: () => Promise<void>) => void,
): Promise<void> {
  const [source, target] = [await testDatabase(cleanUp), await testDatabase(cleanUp)];
  const here = { ...siteIn(source.folder), databaseUrl: source.url };
  const there = { ...siteIn(target.folder), databaseUrl: target.url };
  const file = join(source.folder, 'site.json');
  await writeFile(file, JSON.stringify(randomSite(random)));
  const first = await importContent({ env: here, from: { file }, say: silent });
  expect(first.report.findings, name).toEqual([]);
  const folder = join(source.folder, 'folder');
  await exportFolder({ env: here, folder, say: silent });
  const from = await recognize(folder);
  const { report } = await importContent({ env: there, from, say: silent });
  // Pictures of other sites stay there.
  const others = report.findings.filter(({ kind }) => kind !== 'picture');
  expect(others, name).toEqual([]);
  const [before, after] = [await rowsOf(source), await rowsOf(target)].map(withoutDefaults);
  expect(after, name).toEqual(before);
}

it(
  `${SITES} random sites come back from a folder of Markdown files`,
  async () => {
    const random = generator(2_026);
    for (let n = 0; n < SITES; n++) {
      const cleanups: (() => Promise<void>)[] = [];
      try {
        await compareOverFolder(random, `site ${n}`, (work) => cleanups.push(work));
      } finally {
        for (const cleanUp of cleanups) await cleanUp();
      }
    }
  },
  SITES * 10_000,
);
