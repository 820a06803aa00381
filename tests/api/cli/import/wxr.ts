import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recognize } from '../../../../cli/import/recognize.ts';
import { importContent } from '../../../../cli/import.ts';
import { testDatabase } from '../../../support/database.ts';
import { siteIn, testFolder } from '../support.ts';

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const cdata = (text: string) => `<![CDATA[${text}]]>`;

interface ItemFields {
  id: number;
  title?: string;
  link?: string;
  slug?: string;
  content?: string;
  /** Elements of `wp:`, such as `{post_type: 'page'}`. */
  wp?: Record<string, string>;
  meta?: Record<string, string>;
  /** Other elements inside of the item. */
  more?: string;
}

/** Returns a post as WordPress exports it. */
export function item({ id, title = `Post ${id}`, slug = `post-${id}`, ...fields }: ItemFields) {
  const { link = `https://old.example/2020/01/02/${slug}/`, content = '', more = '' } = fields;
  const wp = {
    post_id: String(id),
    post_date_gmt: '2020-01-02 03:04:05',
    post_name: slug,
    status: 'publish',
    post_type: 'post',
    ...fields.wp,
  };
  const elements = Object.entries(wp).map(([name, text]) => `<wp:${name}>${text}</wp:${name}>`);
  const meta = Object.entries(fields.meta ?? {}).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  );
  return `<item><title>${escaped(title)}</title><link>${escaped(link)}</link><dc:creator>ann</dc:creator>
<content:encoded>${cdata(content)}</content:encoded>${elements.join('')}${meta.join('')}${more}</item>`;
}

export function attachment(id: number, url: string, more: Partial<ItemFields> = {}): string {
  const wp = { post_type: 'attachment', status: 'inherit', attachment_url: url, ...more.wp };
  return item({ id, link: `https://old.example/?attachment_id=${id}`, ...more, wp });
}

/** Returns a comment inside of an item. */
export function comment(id: number, content: string, wp: Record<string, string> = {}): string {
  const fields = {
    comment_id: String(id),
    comment_author: 'Ben',
    comment_author_email: 'ben@mail.example',
    comment_date_gmt: '2020-02-03 04:05:06',
    comment_content: cdata(content),
    comment_approved: '1',
    comment_parent: '0',
    ...wp,
  };
  const elements = Object.entries(fields).map(([name, text]) => `<wp:${name}>${text}</wp:${name}>`);
  return `<wp:comment>${elements.join('')}</wp:comment>`;
}

export function wxr(items: string[], channel = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>ann</wp:author_login><wp:author_email>ann@mail.example</wp:author_email><wp:author_display_name>Ann Lee</wp:author_display_name></wp:author>
${channel}${items.join('\n')}</channel></rss>`;
}

/** Imports XML on January 1, 2026, by default into an empty site. */
export async function importXml(xml: string, into?: Awaited<ReturnType<typeof testDatabase>>) {
  const database = into ?? (await testDatabase());
  const folder = await testFolder();
  const path = join(folder, 'export.xml');
  await writeFile(path, xml);
  const env = { ...siteIn(folder), databaseUrl: database.url };
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const now = () => new Date('2026-01-01T00:00:00Z');
  const { report } = await importContent({ env, from: await recognize(path), say, now });
  const notes = report.findings.map(({ what }) => what);
  return { database, report, notes, lines };
}
