import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { namesIn } from '../../../db/picture-names.ts';
import { findCategoryLabels } from '../../../db/queries/categories.ts';
import { findPictures } from '../../../db/queries/pictures.ts';
import { updatePost } from '../../../db/queries/posts-table.ts';
import { addViews, viewsOf } from '../../../db/queries/views.ts';
import { pictureUses } from '../../../db/schema.ts';
import { makePost } from '../../support/database.ts';
import { desk } from '../documents/support.ts';

/** More than either engine takes as the values of one statement. */
const MANY = 70_000;
const MESSAGE = 'content names more than 500 uploaded pictures.';

const nameOf = (n: number) => `${1_700_000_000_000 + n}-a.png`;
const pictures = (count: number, write = (n: number) => `<img src="/uploads/${nameOf(n)}">`) =>
  `<p>${Array.from({ length: count }, (_, n) => write(n)).join('')}</p>`;

const WRITTEN: [string, (n: number) => string][] = [
  ['as pictures', (n) => `<img src="/uploads/${nameOf(n)}">`],
  ['as text', (n) => `${nameOf(n)} `],
  // Long enough for the thread.
  ['in a long text', (n) => `${'Words. '.repeat(40)}${nameOf(n)} `],
  ['with an entity', (n) => `${nameOf(n).replace('png', '&#112;ng')} `],
];

test.each(WRITTEN)(
  'a text with more than 500 names of pictures %s is refused',
  async (_, write) => {
    const { author, admin, call, draft, published, database } = await desk();
    const content = pictures(501, write);
    const [{ _id: draftId }, { _id: postId }] = [await draft(), await published()];
    const fields = { title: 'Pictures', category: 'web', content };
    const answers = [
      await call('POST /api/document/create', { json: fields, as: author }),
      await call(`PUT /api/document/update/${draftId}`, {
        json: { content, revision: 1 },
        as: author,
      }),
      await call('POST /api/post/create', { json: fields, as: admin }),
      await call(`PUT /api/post/updatepost/${postId}/${admin.id}`, {
        json: { content },
        as: admin,
      }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([400, MESSAGE]);
    }
    expect(await database.read.$count(pictureUses)).toBe(0);
  },
);

test('a text with 500 names of pictures is stored with its uses, which follow every change', async () => {
  const { author, draft, call, database } = await desk();
  const { _id } = await draft({ content: pictures(500) });
  // Of the draft and its version.
  expect(await database.read.$count(pictureUses)).toBe(2 * 500);
  const json = { content: pictures(1), revision: 1, autosave: true };
  await call(`PUT /api/document/update/${_id}`, { json, as: author });
  const rows = await database.read.select().from(pictureUses);
  expect(rows.filter(({ kind }) => kind === 'draft')).toHaveLength(1);
});

test('an older text with more names can still be stored and replaced', async () => {
  const { database } = await desk();
  const { id } = await makePost(database, { content: pictures(MANY / 4) });
  const ofPost = eq(pictureUses.kind, 'post');
  expect(await database.read.$count(pictureUses, ofPost)).toBe(MANY / 4);
  await database.transaction((tx) => updatePost(tx, id, { content: pictures(2) }, new Date()));
  const left = await database.read.select().from(pictureUses).where(ofPost);
  expect(left.map(({ picture }) => picture).sort()).toEqual([nameOf(0), nameOf(1)]);
});

test('lists of any length are looked up and written in parts', async () => {
  const { database } = await desk();
  const { id } = await makePost(database);
  const keys = Array.from({ length: MANY }, (_, n) => `/uploads/${n}`);
  expect(await findPictures(database.read, keys)).toEqual([]);
  expect(await findCategoryLabels(database.read, keys)).toEqual(new Map());
  const days = Array.from({ length: MANY / 3 }, (_, day) => ({ day, postId: id, views: 1 }));
  await database.transaction((tx) => addViews(tx, days));
  expect(await viewsOf(database.read, id)).toHaveLength(days.length);
});

test('finds the same names as before in addresses and HTML', () => {
  const html = `<img src="/uploads/${nameOf(1)}" alt="${nameOf(2)}x 1234567890123-.png">
    https://cdn.example/12345678901234567-b_c.webp 1234567890123-d.txt ${nameOf(1)}
    1234567890123-1234567890124-e.gif`;
  expect([...namesIn([html, undefined, nameOf(3)])]).toEqual([
    nameOf(1),
    nameOf(2),
    '345678901234567-b_c.webp',
    '1234567890123-1234567890124-e.gif',
    nameOf(3),
  ]);
});
