import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../../cli/import/recognize.ts';
import { importContent } from '../../../../cli/import.ts';
import { findUserById } from '../../../../db/queries/users.ts';
import { allComments } from '../../../../db/schema/comments.ts';
import { testApp } from '../../../support/app.ts';
import { makePost, makeUser } from '../../../support/database.ts';
import { silent, testFolder } from '../support.ts';

const person = (name: string, email = '') =>
  `<author><email>${email}</email><name>${name}</name><username>u-${name}</username></author>`;
const disqusPost = (id: number, inside: string, thread: string, more = '') =>
  `<post dsq:id="${id}"><message><![CDATA[${inside}]]></message>` +
  `<createdAt>2020-01-0${id}T10:00:00Z</createdAt><isDeleted>false</isDeleted>` +
  `<isSpam>${id === 4}</isSpam>${more}<thread dsq:id=${thread}/></post>`;

const DISQUS = `\`<?xml version="1.0"?><disqus xmlns:dsq="http://disqus.com/i">
<thread dsq:id="1"><link>https://old.example/2020/01/first-post.html?x=1</link><title>First</title></thread>
<thread dsq:id="2"><link>https://old.example/?p=7</link><title>Second &amp; last</title></thread>
<thread dsq:id="3"><link>https://old.example/nowhere</link><title>Nowhere</title></thread>
${disqusPost(1, '<p>Hello <b>you</b></p>', '"1"', person('Ann', 'ann@old.example'))}
${disqusPost(2, 'An answer', '"1"', `${person('Bob')}<parent dsq:id="1"/>`)}
${disqusPost(3, 'Found by title', '"2"', person('Ann', 'ann@old.example'))}
${disqusPost(4, 'Buy', '"2"', person('Spam'))}
${disqusPost(5, 'Lost', '"3"', person('Bob'))}
${disqusPost(6, 'Homeless', '9', person('Bob'))}
</disqus>`;

const COMMENTO = {
  version: 1,
  comments: [
    {
      commentHex: 'a1',
      domain: 'old.example',
      url: '/blog/first-post/',
      commenterHex: 'anonymous',
      markdown: 'Plain',
      parentHex: 'root',
      state: 'unapproved',
      creationDate: '2021-03-12T11:21:56Z',
      deleted: false,
    },
    {
      commentHex: 'a2',
      domain: 'old.example',
      url: '/blog/first-post/',
      commenterHex: 'c1',
      markdown: 'A reply',
      parentHex: 'a1',
      state: 'approved',
      creationDate: '2021-03-13T11:21:56Z',
      deleted: false,
    },
    {
      commentHex: 'a3',
      domain: 'old.example',
      url: '/blog/first-post/',
      commenterHex: 'c1',
      markdown: '',
      parentHex: 'root',
      state: 'approved',
      creationDate: '2021-03-14T11:21:56Z',
      deleted: true,
    },
  ],
  commenters: [{ commenterHex: 'c1', email: 'cy@old.example', name: 'Cyd' }],
};

const ISSO = [
  {
    id: '/blog/first-post',
    title: 'First+post',
    comments: [
      { id: 0, author: 'Dee', email: '', created: '2005-02-24 04:03:37', text: 'Old' },
      { id: 1, parent: 0, author: null, email: null, created: 1109217818, text: 'Later', mode: 2 },
    ],
  },
];

const REMARK = [
  { version: 1, users: [], posts: [] },
  {
    id: 'r1',
    pid: '',
    text: '<p>Some <em>text</em></p>',
    user: { name: 'Eve', id: 'github_1' },
    locator: { site: 's', url: 'https://old.example/first-post/' },
    time: '2020-05-01T10:00:00.5Z',
  },
  {
    id: 'r2',
    pid: 'r1',
    text: '<p>x</p>',
    orig: 'As *written*',
    user: { name: 'Eve', id: 'github_2' },
    locator: { site: 's', url: 'https://old.example/first-post/' },
    time: '2020-05-02T10:00:00Z',
  },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

async function setUp(name: string, content: string | Buffer) {
  const app = await testApp();
  const writer = await makeUser(app.database);
  const first = await makePost(app.database, { userId: writer.id, slug: 'first-post' });
  await makePost(app.database, { userId: writer.id, title: 'Second & last', slug: 'second' });
  const path = join(await testFolder(), name);
  await writeFile(path, content);
  const run = async () => {
    const from = await recognize(path);
    return await importContent({ env: app.services.env, from, say: silent });
  };
  const rows = async () => {
    const all = await app.database.read.select().from(allComments);
    const byId = new Map(all.map((row) => [row.id, row]));
    return await Promise.all(
      all
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
        .map(async ({ content, userId, parentId, state, postId, createdAt }) => ({
          content,
          by: (await findUserById(app.database.read, userId ?? ''))?.username,
          to: byId.get(parentId ?? '')?.content,
          state,
          isFirst: postId === first.id,
          at: createdAt.toISOString(),
        })),
    );
  };
  return { app, path, run, rows };
}

describe('comments of', () => {
  it('Disqus join the posts that were at their addresses or have their titles', async () => {
    const { path, run, rows } = await setUp('disqus.xml', DISQUS);
    const from = await recognize(path);
    expect('foreign' in from && from.foreign.summary).toBe('Disqus export, 5 comments on 4 posts');
    const { report } = await run();
    const on = { state: 'visible', isFirst: true };
    expect(await rows()).toEqual([
      { ...on, content: 'Hello **you**', by: 'Ann', at: '2020-01-01T10:00:00.000Z' },
      {
        ...on,
        content: 'An answer',
        by: 'Bob',
        to: 'Hello **you**',
        at: '2020-01-02T10:00:00.000Z',
      },
      {
        ...on,
        content: 'Found by title',
        by: 'Ann',
        isFirst: false,
        at: '2020-01-03T10:00:00.000Z',
      },
    ]);
    expect(report.findings.map(({ id, what }) => [id, what])).toEqual([
      ['comments (spam)', '1 comment left out: spam.'],
      ['5', 'Left out: no post here was at https://old.example/nowhere.'],
      ['6', 'Left out: the export lacks its post.'],
    ]);
    expect(report.findings[1]?.before).toMatchObject({ content: 'Lost', name: 'Bob' });
    const second = await run();
    expect(second.report.tally.comments).toMatchObject({ added: 0, updated: 0, unchanged: 3 });
    expect(await rows()).toHaveLength(3);
  });

  it('Commento keep their states and replies', async () => {
    const { run, rows } = await setUp('commento.json', JSON.stringify(COMMENTO));
    const { report } = await run();
    expect(await rows()).toMatchObject([
      { content: 'Plain', by: 'Guest', state: 'held', isFirst: true },
      { content: 'A reply', by: 'Cyd', state: 'visible', to: 'Plain' },
    ]);
    expect(report.findings.map(({ what }) => what)).toContain('1 comment left out: deleted.');
  });

  it('Isso have times in UTC, with or without a name', async () => {
    const { run, rows } = await setUp('isso.json', JSON.stringify(ISSO));
    await run();
    expect(await rows()).toMatchObject([
      { content: 'Old', by: 'Dee', at: '2005-02-24T04:03:37.000Z', state: 'visible' },
      { content: 'Later', by: 'Guest', to: 'Old', state: 'held' },
    ]);
  });

  it.each([
    ['remark.json', REMARK],
    ['backup.gz', gzipSync(REMARK)],
  ])('Remark42 in %s keep what was written, and tell apart equal names', async (name, content) => {
    const { run, rows } = await setUp(name, content);
    await run();
    const found = await rows();
    expect(found).toMatchObject([
      { content: 'Some *text*', by: 'Eve', isFirst: true },
      { content: 'As *written*', to: 'Some *text*' },
    ]);
    expect(found[1]?.by).not.toBe('Eve');
  });

  it.each([
    ['a.gz', gzipSync('nothing'), "isn't valid JSON"],
    ['a.gz', Buffer.from([0x1f, 0x8b, 8, 0, 1]), "can't be unpacked"],
    ['a.json', '[{"comments":[7]}]', 'has no comments of Commento, Isso or Remark42'],
    ['a.xml', '<disqus><post></disqus', "isn't well-formed XML"],
    ['a.xml', '<!DOCTYPE disqus [<!ENTITY a "b">]><disqus></disqus>', 'declares entities'],
  ])('%s of something else is refused by name', async (name, content, why) => {
    const { run, rows } = await setUp(name, content);
    await expect(run()).rejects.toThrow(why);
    expect(await rows()).toEqual([]);
  });
});
