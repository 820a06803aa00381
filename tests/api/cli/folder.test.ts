import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../api/content/sanitize.ts';
import { contentOf, markdownOf } from '../../../cli/folder/body.ts';
import { exportFolder } from '../../../cli/folder/export-folder.ts';
import { postFile, postRecordOf } from '../../../cli/folder/files.ts';
import { splitFrontMatter } from '../../../cli/import/markdown/front-matter.ts';
import { recognize } from '../../../cli/import/recognize.ts';
import { importContent } from '../../../cli/import.ts';
import { findPostById } from '../../../db/queries/posts.ts';
import { makeComment, testDatabase } from '../../support/database.ts';
import { isFullRun } from '../../support/full-run.ts';
import { generator } from '../../support/random.ts';
import { randomDocument } from '../../support/random-documents.ts';
import { desk } from '../documents/support.ts';
import { silent, testFolder } from './support.ts';

describe('the content of a post as Markdown', () => {
  it('is Markdown where that has the same', () => {
    const content = sanitize(
      '<h2>Part <em>one</em></h2><p>Text with <strong>bold</strong>, <code>a`b</code>, ' +
        '<a href="https://e.com/a_b">a link</a> and 3 * 4 &lt; 5_000.<br>Next line</p>' +
        '<ul><li>One<ol><li>Two</li></ol></li><li>Three</li></ul>' +
        '<blockquote>Quoted</blockquote><pre data-language="js"><code>const a = `b`;</code></pre>' +
        '<p><img src="/uploads/1-a.png" alt="A [cat]"></p><hr><p># No heading</p>' +
        '<table><tr><td>x</td></tr></table>',
    );
    const markdown = markdownOf(content) ?? '';
    expect(markdown.split('\n\n')).toEqual([
      '## Part *one*',
      'Text with **bold**, ``a`b``, [a link](https://e.com/a_b) and 3 \\* 4 &lt; 5\\_000.<br>Next line',
      '- One\n  1. Two\n- Three',
      '> Quoted',
      '```javascript\nconst a = `b`;\n```',
      '![A \\[cat\\]](/uploads/1-a.png)',
      '---',
      '\\# No heading',
      '<table><tbody><tr><td>x</td></tr></tbody></table>\n',
    ]);
    expect(contentOf(markdown)).toBe(content);
  });

  const count = isFullRun ? 2000 : 200;
  it(`comes back exactly, for ${count} random posts`, { tags: 'long' }, () => {
    const random = generator(38);
    let inMarkdown = 0;
    for (let n = 0; n < count; n++) {
      const content = sanitize(randomDocument(random));
      const record = { _id: 'a', title: `"${n}": # ünï`, tags: [], seo: {}, content };
      const file = postFile(record, { isDraft: false });
      const { fields, body } = splitFrontMatter(file, 'a.md');
      expect(postRecordOf(fields, body), file).toMatchObject({ ...record, content });
      if (!file.includes('\n  format: html\n')) inMarkdown++;
    }
    expect(inMarkdown).toBeGreaterThan(count * 0.9);
  });
});

describe('a folder of Markdown files', () => {
  async function site() {
    const app = await desk();
    const { env } = app.services;
    const folder = join(await testFolder(), 'site');
    const lines: string[] = [];
    const write = () => exportFolder({ env, folder, say: (line) => lines.push(line) });
    return { ...app, folder, lines, write };
  }

  it('gets only what changed, and loses what is gone', async () => {
    const { published, post, database, reader, folder, lines, write } = await site();
    const kept = await published({ title: 'Kept', content: '<p>Words</p>' });
    const gone = await published({ title: 'Gone' });
    await makeComment(database, { postId: kept._id, userId: reader.id, content: 'Hello: *you*' });
    await write();
    expect((await readdir(folder)).sort()).toEqual([
      'inkwell.json',
      'posts',
      'redirects.csv',
      'settings.json',
    ]);
    const file = await readFile(join(folder, 'posts/kept.md'), 'utf8');
    expect(file).toMatch(/^---\ntitle: Kept\ndate: \d{4}-/);
    expect(file).toMatch(/\n---\n\nWords\n$/);
    expect(await readFile(join(folder, 'posts/kept.comments.yml'), 'utf8')).toContain(
      'content: "Hello: *you*"',
    );
    await writeFile(join(folder, 'posts/notes.txt'), 'mine');
    const { mtimeMs } = await stat(join(folder, 'posts/kept.md'));
    await post(`trash/${gone._id}`);
    await write();
    expect((await stat(join(folder, 'posts/kept.md'))).mtimeMs).toBe(mtimeMs);
    expect((await readdir(join(folder, 'posts'))).sort()).toEqual([
      'kept.comments.yml',
      'kept.md',
      'notes.txt',
    ]);
    expect((await readdir(join(folder, 'drafts'))).map((name) => name.split('-')[0])).toEqual([
      'gone',
      'gone',
    ]);
    expect(lines[1]).toContain('1 deleted');
  });

  it('that a person has edited brings these changes', async () => {
    const { published, folder, write } = await site();
    const { _id } = await published({ title: 'Old', content: '<p>Words</p>', tags: ['C++'] });
    await write();
    const path = join(folder, 'posts/old.md');
    const file = await readFile(path, 'utf8');
    const edited = file
      .replace('title: Old', 'title: New')
      .replace('  - C++', '  - C++\n  - Fresh')
      .replace('Words', '**Other** words');
    await writeFile(path, edited);
    const target = await testDatabase();
    const { services } = await desk();
    const env = { ...services.env, databaseUrl: target.url, dataDir: target.folder };
    await importContent({ env, from: await recognize(folder), say: silent });
    const post = await findPostById(target.read, _id);
    expect([post?.title, post?.content]).toEqual(['New', '<p><strong>Other</strong> words</p>']);
  });

  it('with other files is left alone', async () => {
    const { folder, write } = await site();
    await mkdir(folder);
    await writeFile(join(folder, 'taxes.txt'), 'x');
    await expect(write()).rejects.toThrow('has files of something else');
    await rm(join(folder, 'taxes.txt'));
    await write();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['{"format":"inkwell-folder"', "isn't valid JSON"],
    ['{"format":"other"}', "isn't a folder that npm run export made"],
    ['{"format":"inkwell-folder","version":99}', 'newer version of Inkwell'],
  ])('with the index %s is refused', async (index, why) => {
    const folder = await testFolder();
    await writeFile(join(folder, 'inkwell.json'), index);
    await expect(recognize(folder)).rejects.toThrow(why);
  });
});
