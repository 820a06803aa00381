import { addressOf, isReserved } from '../../../api/contract/addresses.ts';
import { slugOf } from '../../../api/post-fields/slug.ts';
import { type FileTree, readText } from '../file-tree.ts';
import { stableId } from '../ids.ts';
import { splitFrontMatter } from './front-matter.ts';
import { jekyllDefaults } from './jekyll-defaults.ts';
import { formerAddress, type Place } from './permalinks.ts';
import { isLanguage, type MarkdownSite } from './site.ts';
import { plainLine, splitHeading } from './texts.ts';
import { Fields } from './values.ts';

/** A post or page of a folder. */
export interface Entry {
  id: string;
  file: string;
  fields: Fields;
  /** The Markdown, if other notes can embed it. Otherwise `readBody` reads it when it's needed. */
  body: string | undefined;
  kind: 'post' | 'page';
  state: 'published' | 'draft' | 'scheduled';
  /** In milliseconds. */
  date: number;
  /** Neither the file nor its name has a date. */
  isUndated: boolean;
  title: string;
  categories: string[];
  language: string;
  /** Its address here. */
  address: string;
  /** Its address on the old site; empty if it had none. */
  former: string;
  /** Its other addresses there. */
  aliases: string[];
}

interface Options {
  tree: FileTree;
  site: MarkdownSite;
  now: Date;
  /** When a file was last changed. */
  changedAt(file: string): Promise<number>;
}

const DATES = [
  'date',
  'pubDate',
  'publishDate',
  'published',
  'pubDatetime',
  'publishedAt',
  'created',
  'created_at',
  'createdAt',
  'datetime',
];
const ALIASES = ['aliases', 'alias', 'redirect_from', 'redirectFrom'];

/** Reads the properties of all files, and gives each an address here. */
export async function readEntries(options: Options): Promise<Entry[]> {
  const { tree, site } = options;
  const entries: Entry[] = [];
  const taken = new Set<string>();
  const isTranslation = (file: string) => {
    const { language } = nameParts(site, file);
    return language !== '' && language !== site.language;
  };
  // Translations choose their slugs last.
  for (const file of site.files.toSorted(
    (a, b) => Number(isTranslation(a)) - Number(isTranslation(b)),
  )) {
    const source = await readText(tree, site.root + file);
    const { fields, body } = splitFrontMatter(source, site.root + file);
    if (isSection(site, file)) {
      site.ignored.push(file);
      continue;
    }
    const own = new Fields({ ...jekyllDefaults(site, file), ...fields });
    entries.push(await entryOf({ file, fields: own, body }, options, taken));
  }
  return entries;
}

/** Returns the Markdown of a file. */
export async function readBody(
  tree: FileTree,
  { root }: MarkdownSite,
  file: string,
): Promise<string> {
  return splitFrontMatter(await readText(tree, root + file), root + file).body;
}

/** `_index.md` of Hugo is the page of a section: a list of posts. */
function isSection({ kind }: MarkdownSite, file: string): boolean {
  return (
    kind === 'hugo' && (/(?:^|\/)_index\.[^/]*$/.test(file) || /^content\/index\.[^/]*$/.test(file))
  );
}

async function entryOf(
  { file, fields, body }: { file: string; fields: Fields; body: string },
  { site, now, changedAt }: Options,
  taken: Set<string>,
): Promise<Entry> {
  const { folders, name, dateInName, language } = nameParts(site, file);
  const given = fields.date(...DATES);
  const inName = dateInName === undefined ? undefined : Date.parse(dateInName);
  const date = given ?? inName ?? Math.min(await changedAt(file), now.getTime());
  const kind = kindOf(site, file, fields, given ?? inName);
  const title = titleOf(site, fields, body) || titleOfName(site, name);
  const categories = [
    ...new Set([...categoryFolders(site, file), ...fields.list('categories', 'category')]),
  ];
  const own = fields.text('slug').replace(/^\/+|\/+$/g, '');
  const place: Place = {
    file,
    name,
    folders,
    slug: own || name,
    categories,
    title,
    date: new Date(date),
    isPost: kind === 'post',
    prefix: language === '' || language === site.language ? '' : `/${language}`,
  };
  const permalink = fields.text('permalink', 'url');
  const former = formerAddress(site, place, permalink === 'false' ? '' : permalink);
  const slug = freeSlug(
    kind,
    own.split('/').at(-1) || lastPart(permalink) || name,
    language,
    taken,
  );
  return {
    id: stableId('markdown', site.root, file),
    file,
    fields,
    kind,
    state: stateOf({ file, fields, date }, now),
    date,
    isUndated: given === undefined && inName === undefined,
    title,
    body: site.kind === 'obsidian' ? body : undefined,
    categories,
    language: fields.text('lang', 'language', 'locale').replace('_', '-') || language,
    address: addressOf(slug),
    former,
    // In Obsidian, aliases are other titles.
    aliases: site.kind === 'obsidian' ? [] : fields.list(...ALIASES),
  };
}

/** The title in the properties, or the heading at the start of the text. */
function titleOf({ kind }: MarkdownSite, fields: Fields, body: string): string {
  const given = fields.text('title', 'heading');
  if (given !== '')
    return /^(?:jekyll|hugo)$/.test(kind) || /<\/?\w|&#?\w+;/.test(given)
      ? plainLine(given)
      : given;
  return kind === 'obsidian' ? '' : splitHeading(body).heading;
}

/** The last part of a permalink without a pattern in it: `/about/` → "about". */
function lastPart(permalink: string): string {
  if (/[:{]|^false$/.test(permalink) || !permalink.includes('/')) return '';
  return (
    permalink
      .replace(/\/+$/, '')
      .replace(/\.\w+$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}

/** `2024-05-01-hello.de.md` → its date, "hello" and "de". */
function nameParts({ kind, languages }: MarkdownSite, file: string) {
  const folders = file
    .replace(/^content\/|^src\/(?:content|pages)\//, (prefix) =>
      kind === 'hugo' || kind === 'astro' ? '' : prefix,
    )
    .split('/')
    .filter((part) => !part.startsWith('_') || kind !== 'jekyll');
  let name = (folders.pop() ?? '').replace(/\.\w+$/, '');
  let language = folders.find((part) => languages.includes(part)) ?? '';
  if (language !== '') folders.splice(folders.indexOf(language), 1);
  const [, stem, suffix = ''] = /^(.+)\.([a-z]{2}(?:-[A-Za-z]{2,4})?)$/.exec(name) ?? [];
  if (stem !== undefined && isLanguage(suffix)) {
    name = stem;
    language = suffix;
  }
  if (/^index$/i.test(name) && folders.length > 0) name = folders.pop() ?? name;
  const [, dateInName, rest] = /^(\d{4}-\d\d-\d\d)[-_ ](.+)$/.exec(name) ?? [];
  return { folders, name: rest ?? name, dateInName, language };
}

/** Folders around `_posts` are categories in Jekyll. */
function categoryFolders({ kind }: MarkdownSite, file: string): string[] {
  const [, around = ''] = /^(.*)\/_(?:posts|drafts)\//.exec(file) ?? [];
  return kind === 'jekyll'
    ? around.split('/').filter((part) => part !== '' && !part.startsWith('_'))
    : [];
}

function kindOf(
  { kind }: MarkdownSite,
  file: string,
  fields: Fields,
  date: number | undefined,
): Entry['kind'] {
  const type = fields.text('type', 'layout').toLowerCase();
  const isTop = !file.replace(/^content\//, '').includes('/');
  if (type === 'post' || type === 'posts') return 'post';
  if (type === 'page' || /(?:^|\/)_?pages\//.test(file)) return 'page';
  if (kind === 'jekyll') return /(?:^|\/)_\w+\//.test(file) ? 'post' : 'page';
  if (kind === 'hugo') return isTop ? 'page' : 'post';
  const isAlone = fields.isTrue('eleventyExcludeFromCollections') || (isTop && date === undefined);
  return kind === 'eleventy' && isAlone ? 'page' : 'post';
}

function stateOf(
  { file, fields, date }: { file: string; fields: Fields; date: number },
  now: Date,
): Entry['state'] {
  const isDraft =
    /(?:^|\/)_?drafts\//i.test(file) ||
    fields.isTrue('draft', 'isDraft', 'private', 'unpublished', 'headless') ||
    fields.isFalse('published', 'publish') ||
    /^(?:draft|private|pending|idea)$/i.test(fields.text('status', 'visibility')) ||
    fields.first('password') !== undefined ||
    (fields.date('expiryDate') ?? Number.POSITIVE_INFINITY) <= now.getTime();
  if (isDraft) return 'draft';
  return date > now.getTime() ? 'scheduled' : 'published';
}

/** `my-first-post` → "My First Post" in Jekyll; names of files are titles elsewhere. */
function titleOfName({ kind }: MarkdownSite, name: string): string {
  if (kind === 'obsidian') return name;
  const words = name.replace(/[-_]+/g, ' ').trim();
  const first = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return kind === 'jekyll' ? words.split(' ').map(first).join(' ') : first(words);
}

/** Returns a slug that no other file has. Pages have a path. */
function freeSlug(
  kind: Entry['kind'],
  given: string,
  language: string,
  taken: Set<string>,
): string {
  const made = slugOf(given);
  const plain = kind === 'page' && isReserved(made) ? `${made.slice(0, 70)}-page` : made;
  const path = (slug: string) => (kind === 'page' ? `/${slug}` : slug);
  const base =
    taken.has(path(plain)) && language !== ''
      ? `${plain.slice(0, 70)}-${language.toLowerCase()}`
      : plain;
  let slug = path(base);
  for (let n = 2; taken.has(slug); n++) slug = path(`${base.slice(0, 72)}-${n}`);
  taken.add(slug);
  return slug;
}
