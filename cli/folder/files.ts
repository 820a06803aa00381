import { stringify } from 'yaml';
import { contentOf, markdownOf } from './body.ts';

/** The file that marks a folder as ours. */
export const INDEX = 'inkwell.json';
export const FOLDER_FORMAT = 'inkwell-folder';
export const FOLDER_VERSION = 1;

/** A record of an export (docs/import-export.md): a post, a page or a document. */
export type PostRecord = Record<string, unknown> & { _id: string; content: string };

/**
 * Returns a post as a Markdown file. Its front matter has the properties that other programs know,
 * and all others under `inkwell`.
 */
export function postFile(record: PostRecord, { isDraft }: { isDraft: boolean }): string {
  const { content, ...rest } = record;
  const { title, createdAt, updatedAt, tags, seo, image, language, ...inkwell } = rest;
  const { description } = Object(seo) as { description?: unknown };
  const markdown = markdownOf(content);
  const fields = {
    title,
    date: createdAt,
    lastmod: updatedAt,
    ...(isDraft && { draft: true }),
    ...(description ? { description } : {}),
    ...(labelsOf(tags).length > 0 && { tags: labelsOf(tags) }),
    ...(image ? { image } : {}),
    ...(language ? { lang: language } : {}),
    inkwell: {
      ...inkwell,
      tags,
      seo,
      // Markdown can't hold this post exactly.
      ...(markdown === undefined && { format: 'html' }),
    },
  };
  return `---\n${yamlOf(fields)}---\n\n${markdown ?? content}`;
}

/** Returns the record of a file that `postFile` made, with changes that were made to it since. */
export function postRecordOf(fields: Record<string, unknown>, body: string): PostRecord {
  const { title, date, lastmod, description, tags, image, lang } = fields;
  const { format, ...inkwell } = Object(fields.inkwell) as Record<string, unknown>;
  const text = body.replace(/^\n/, '');
  return {
    ...inkwell,
    _id: String(inkwell._id),
    title,
    content: format === 'html' ? text : contentOf(text),
    createdAt: date,
    updatedAt: lastmod,
    image: image ?? '',
    language: lang ?? '',
    tags: tagsOf(tags, inkwell.tags),
    seo: { ...Object(inkwell.seo), ...(description ? { description } : {}) },
  };
}

export function yamlOf(value: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  return stringify(plain, { lineWidth: 0, schema: 'core' });
}

function labelsOf(tags: unknown): unknown[] {
  const all = Array.isArray(tags) ? (tags as { label?: unknown }[]) : [];
  return all.map(({ label }) => label);
}

/** The tags of the file, with the slugs of those that were exported. */
function tagsOf(labels: unknown, stored: unknown): unknown[] {
  const known = Array.isArray(stored) ? (stored as { label?: unknown }[]) : [];
  const given: unknown[] = Array.isArray(labels) ? labels : [];
  return given.map((label) => known.find((tag) => tag.label === label) ?? label);
}
