import { parseAll } from '../../api/content/parse.ts';
import type { ElementNode, Node } from '../../api/contract/content/elements.ts';
import { decodedPart } from '../../api/contract/urls.ts';
import { CommandError } from '../terminal.ts';
import { type Article, articleRecords } from './articles.ts';
import { type FileTree, readText } from './file-tree.ts';
import { element, findAll, hasAnyClass, isElement, serialize, textOf } from './html/tree.ts';
import type { ForeignFormat, SourceContext } from './source.ts';

const POST = /(?:^|\/)posts\/[^/]+\.html$/;

/** The zip or folder of Medium: `posts/` with an HTML file for each post. */
export const medium: ForeignFormat = {
  name: 'medium',
  recognizes: async ({ tree }) => {
    const file = tree?.files.find((name) => POST.test(name));
    return tree && file ? /class="[^"]*\bp-name\b/.test(await readText(tree, file)) : false;
  },
  open: async ({ path, tree }) => {
    const files = tree?.files.filter((file) => POST.test(file)) ?? [];
    if (!tree || files.length === 0) throw new CommandError(`${path} has no posts of Medium.`);
    return {
      summary: `Medium export, ${files.length} posts, drafts and responses`,
      records: async function* (context) {
        yield* articleRecords('Medium', await articlesOf(tree, files, context), context);
      },
    };
  },
};

async function articlesOf(
  tree: FileTree,
  files: string[],
  { report }: SourceContext,
): Promise<Article[]> {
  const articles: Article[] = [];
  for (const file of files) {
    const source = await readText(tree, file);
    const name = file.replace(/^.*\//, '');
    const article = articleOf(name, parseAll(source).children);
    if (article === undefined) report.add('source', file, "Left out: it isn't a post.", source);
    else if (isResponse(article)) {
      report.add('source', file, 'Left out: a response to a post of Medium.', source);
    } else articles.push(article);
  }
  for (const file of tree.files) {
    if (!POST.test(file)) report.add('source', file, "Left out: it isn't a post.");
  }
  // Drafts don't name their author.
  const author = articles.find((article) => article.author !== '')?.author ?? '';
  return articles.map((article) => ({ ...article, author: article.author || author }));
}

function articleOf(name: string, nodes: readonly Node[]): Article | undefined {
  const ofClass = (pattern: RegExp) => findAll(nodes, (found) => hasAnyClass(found, pattern));
  const field = (value: string) =>
    findAll(nodes, ({ attribs }) => attribs.get('data-field') === value)[0];
  const body = field('body');
  const [heading] = ofClass(/^p-name$/);
  if (!body || !heading) return undefined;
  const title = lineOf([heading]);
  const subtitle = field('subtitle');
  const canonical = ofClass(/^p-canonical$/)[0]?.attribs.get('href') ?? '';
  const path = URL.parse(canonical)?.pathname ?? '';
  const [, slug = ''] = /([^/]+?)-[0-9a-f]{8,}$/.exec(path) ?? [];
  const date = ofClass(/^dt-published$/)[0]?.attribs.get('datetime') ?? '';
  const time = Date.parse(date);
  const author = ofClass(/^p-author$/)[0];
  // Custom domains have no name at the start of the path.
  const [, own = ''] = /^\/@[^/]+(\/[^/]+)$/.exec(path) ?? [];
  return {
    id: name,
    kind: 'post',
    title,
    slug: decodedPart(slug),
    html: serialize(withoutTitle(body, title)),
    description: subtitle ? lineOf([subtitle]) : '',
    tags: ofClass(/^p-tag$/).map((tag) => lineOf([tag])),
    date: Number.isFinite(time) ? new Date(time).toISOString() : undefined,
    draftReason: Number.isFinite(time) ? '' : "It's a draft: it isn't public.",
    author: author ? lineOf([author]) : '',
    former: [path, own].filter((each) => each.length > 1),
  };
}

/** Medium titles a response with its first words. */
function isResponse({ title, description, html }: Article): boolean {
  const text = lineOf(parseAll(html).children);
  return description === '' && text.startsWith(title.replace(/…$/, '')) && !/<h\d/.test(html);
}

/**
 * Returns the body without its own title, with the levels of headings that posts have, and without
 * the line in front of the first section.
 */
function withoutTitle(body: ElementNode, title: string): Node[] {
  const isTitle = (node: ElementNode) =>
    hasAnyClass(node, /^graf--title$/) && lineOf([node]) === title;
  const first = findAll([body], ({ name }) => name === 'hr')[0];
  const levels: Record<string, string> = { h3: 'h2', h4: 'h3' };
  const change = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (!isElement(node)) return [node];
      if (node === first || isTitle(node)) return [];
      const name = hasAnyClass(node, /^graf--subtitle$/) ? 'p' : (levels[node.name] ?? node.name);
      return [element(name, Object.fromEntries(node.attribs), change(node.children))];
    });
  return change(body.children);
}

function lineOf(nodes: readonly Node[]): string {
  return textOf(nodes).replace(/\s+/g, ' ').trim();
}
