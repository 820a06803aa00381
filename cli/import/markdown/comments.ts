import { type FileTree, readText } from '../file-tree.ts';
import { stableId } from '../ids.ts';
import { isRecord, parseYaml } from './front-matter.ts';
import type { MarkdownSite } from './site.ts';
import { dateOf, textOf } from './values.ts';

/** A comment of Staticman, as one file. */
export interface FileComment {
  id: string;
  file: string;
  /** The folder of its post: `_data/comments/{slug}/`. */
  slug: string;
  name: string;
  /** An email address, or a hash of one. Only distinguishes people with the same name. */
  email: string;
  /** In milliseconds. */
  date: number | undefined;
  text: string;
  /** The id of the comment it answers. */
  parentId: string | undefined;
}

const FILE = /^(?:.*\/)?_?data\/(?:.*\/)?comments\/(?:.*\/)?([^/]+)\/([^/]+)\.(?:ya?ml|json)$/;

/**
 * Reads the comments that Staticman and similar programs store as files. `replying_to` is the id of
 * a comment, or the number of a top comment in the order of the names of the files.
 */
export async function readComments(tree: FileTree, site: MarkdownSite): Promise<FileComment[]> {
  const bySlug = new Map<string, { file: string; fields: Record<string, unknown> }[]>();
  for (const file of tree.files) {
    const slug = file.startsWith(site.root) ? FILE.exec(file)?.[1] : undefined;
    if (slug === undefined) continue;
    // JSON is YAML, too.
    const fields = parseYaml(await readText(tree, file), { name: file });
    if (isRecord(fields)) bySlug.set(slug, [...(bySlug.get(slug) ?? []), { file, fields }]);
  }
  return [...bySlug].flatMap(([slug, files]) => commentsOf(slug, files, site));
}

function commentsOf(
  slug: string,
  files: { file: string; fields: Record<string, unknown> }[],
  site: MarkdownSite,
): FileComment[] {
  const idOf = (file: string) => stableId('markdown-comment', site.root, file);
  const answers = (fields: Record<string, unknown>) =>
    textOf(fields.replying_to ?? fields.replyingTo ?? fields.reply_to ?? fields.replyTo);
  const top = files.filter(({ fields }) => /^0?$/.test(answers(fields)));
  return files.map(({ file, fields }) => {
    const to = answers(fields);
    const parent =
      files.find(
        (other) => to !== '' && [other.fields._id, other.fields.id].map(textOf).includes(to),
      ) ?? (/^\d+$/.test(to) ? top[Number(to) - 1] : undefined);
    return {
      id: idOf(file),
      file,
      slug,
      name: textOf(fields.name ?? fields.author) || 'Guest',
      email: textOf(fields.email),
      date: timeOf(textOf(fields.date ?? fields.timestamp ?? fields.created)),
      text: commentText(textOf(fields.message ?? fields.body ?? fields.comment ?? fields.text)),
      parentId: parent && parent.file !== file ? idOf(parent.file) : undefined,
    };
  });
}

/** Also seconds and milliseconds. */
function timeOf(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  return /^\d{13}$/.test(text) ? Number(text) : dateOf(text);
}

/** Comments show bold, italic, code and quotes; a link is its address. */
function commentText(markdown: string): string {
  const lines = markdown.replace(/\r\n?/g, '\n');
  return lines.replace(
    /!?\[([^\]\n]*)\]\(<?([^()\s]+?)>?(?:\s+"[^"\n]*")?\)/g,
    (_, text: string, url: string) => (text === '' || text === url ? url : `${text} (${url})`),
  );
}
