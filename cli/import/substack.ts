import { parseCsv } from '../../api/http/csv.ts';
import { CommandError } from '../terminal.ts';
import { type Article, articleRecords } from './articles.ts';
import { type FileTree, readText } from './file-tree.ts';
import { decoded } from './html/decoded.ts';
import type { ForeignFormat, SourceContext } from './source.ts';

const LIST = /^(.*\/)?posts\.csv$/;
const REQUIRED = ['post_id', 'post_date', 'is_published', 'title'] as const;

/** The zip or folder of Substack: `posts.csv`, and the HTML of each post. */
export const substack: ForeignFormat = {
  name: 'substack',
  recognizes: ({ tree }) =>
    tree?.files.some((file) => LIST.test(file)) === true &&
    tree.files.some((file) => /(?:^|\/)posts\/\d+\.[^/]+\.html$/.test(file)),
  open: async ({ path, tree }) => {
    const list = tree?.files.find((file) => LIST.test(file));
    if (!tree || list === undefined)
      throw new CommandError(`${path} has no posts.csv of Substack.`);
    const rows = rowsOf(await readText(tree, list), list);
    const published = rows.filter(isPublished).length;
    return {
      summary: `Substack export, ${rows.length} posts, ${published} of them published`,
      records: async function* (context) {
        const root = list.slice(0, -'posts.csv'.length);
        const articles = await articlesOf(rows, { tree, root, context });
        yield* articleRecords('Substack', articles, context);
      },
    };
  },
};

type Row = Partial<Record<string, string>>;

function rowsOf(csv: string, file: string): Row[] {
  const [head, ...rows] = parseCsv(csv);
  const missing = REQUIRED.filter((name) => !head?.cells.includes(name));
  if (missing.length > 0) throw new CommandError(`${file} has no column ${missing.join(', ')}.`);
  return rows.map(({ cells }) =>
    Object.fromEntries((head?.cells ?? []).map((name, column) => [name, cells[column] ?? ''])),
  );
}

const isPublished = ({ is_published: value }: Row) => value?.toLowerCase() === 'true';

async function articlesOf(
  rows: Row[],
  { tree, root, context }: { tree: FileTree; root: string; context: SourceContext },
): Promise<Article[]> {
  const articles: Article[] = [];
  const listed = new Set<string>();
  for (const row of rows) {
    const { post_id: id = '', podcast_url: sound = '', title = '', subtitle = '' } = row;
    const file = `${root}posts/${id}.html`;
    listed.add(file);
    const hasText = tree.files.includes(file);
    if (!hasText) context.report.add('source', id, `Its file ${file} is missing: it has no text.`);
    const html = hasText ? await readText(tree, file) : '';
    const slug = id.replace(/^\d+\./, '');
    articles.push({
      id,
      kind: row.type === 'page' ? 'page' : 'post',
      title: decoded(title),
      slug,
      html:
        sound === ''
          ? html
          : `<audio controls src="${sound.replaceAll('"', '%22')}"></audio>${html}`,
      description: decoded(subtitle),
      tags: [],
      date: dateOf(row),
      draftReason: draftReason(row),
      author: '',
      former: slug === '' ? [] : [`/p/${slug}`],
    });
  }
  for (const file of tree.files) {
    if (
      file !== `${root}posts.csv` &&
      !listed.has(file) &&
      !/\.(?:jpe?g|png|webp|gif)$/.test(file)
    ) {
      context.report.add('source', file, "Left out: it isn't a post in posts.csv.");
    }
  }
  return articles;
}

function dateOf({ post_date: text = '' }: Row): string | undefined {
  const time = Date.parse(text);
  return Number.isFinite(time) ? new Date(time).toISOString() : undefined;
}

function draftReason(row: Row): string {
  if (!isPublished(row)) return "It's a draft: it isn't public.";
  const { audience = 'everyone' } = row;
  return audience === 'everyone' || audience === ''
    ? ''
    : `It's for "${audience}" on Substack, so it's a draft here.`;
}
