import { type FileTree, readText } from '../file-tree.ts';
import { isRecord, parseYaml, tomlOf } from './front-matter.ts';
import { listOf, textOf } from './values.ts';

/** The system that a folder of Markdown is for. */
export type SiteKind = 'jekyll' | 'hugo' | 'astro' | 'eleventy' | 'obsidian' | 'folder';

export interface MarkdownSite {
  kind: SiteKind;
  /** The folder of the site in the tree, with a slash at the end; empty for the top. */
  root: string;
  config: Record<string, unknown>;
  /** The files of posts and pages, below the root. */
  files: string[];
  /** Other Markdown files, such as a README. The report names them. */
  ignored: string[];
  /** Languages that are folders. */
  languages: string[];
  /** The language of files that name none, if it's known. */
  language: string;
}

export const MARKDOWN = /\.(?:md|markdown|mdown|mkd|mdx)$/i;

export const KIND_NAMES: Record<SiteKind, string> = {
  jekyll: 'Jekyll site',
  hugo: 'Hugo site',
  astro: 'Astro site',
  eleventy: 'Eleventy site',
  obsidian: 'Obsidian vault',
  folder: 'Folder of Markdown',
};

/** Files that identify a folder. The first match wins. */
const MARKERS: [SiteKind, RegExp][] = [
  ['jekyll', /^(.*\/)?_config\.ya?ml$/],
  ['hugo', /^(.*\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/],
  ['hugo', /^(.*\/)?config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json)$/],
  ['astro', /^(.*\/)?astro\.config\.\w+$/],
  ['eleventy', /^(.*\/)?(?:\.eleventy|eleventy\.config)\.\w+$/],
  ['astro', /^(.*\/)?src\/content\/.+\.mdx?$/],
  ['jekyll', /^(.*\/)?_posts\/.+\.(?:md|markdown)$/],
];

/** Finds out which system a folder is for, and which of its files are posts and pages. */
export async function readSite(tree: FileTree): Promise<MarkdownSite> {
  const { kind, root, marker } = markerOf(tree.files);
  const config = marker && /^(?:jekyll|hugo)$/.test(kind) ? await readConfig(tree, marker) : {};
  const own = tree.files
    .filter((file) => file.startsWith(root))
    .map((file) => file.slice(root.length));
  const markdown = own.filter(
    (file) => MARKDOWN.test(file) && !/(?:^|\/)\.(?!eleventy)/.test(file),
  );
  const isPost = fileTest(kind, config, own);
  const files = markdown.filter(isPost);
  const ignored = markdown.filter((file) => !isPost(file));
  const found = kind === 'folder' && (await hasWikiLinks(tree, files)) ? 'obsidian' : kind;
  const languages = languagesOf(kind, config, files);
  return { kind: found, root, config, files, ignored, languages, language: languageOf(config) };
}

function markerOf(files: readonly string[]): { kind: SiteKind; root: string; marker?: string } {
  for (const [kind, pattern] of MARKERS) {
    const found = files
      .flatMap((file) => {
        const match = pattern.exec(file);
        return match ? [{ kind, root: match[1] ?? '', marker: file }] : [];
      })
      .filter(
        ({ root }) => kind !== 'hugo' || files.some((file) => file.startsWith(`${root}content/`)),
      )
      .sort((a, b) => a.root.length - b.root.length)[0];
    if (found) return found;
  }
  const isVault = files.some((file) => file.startsWith('.obsidian/'));
  return { kind: isVault ? 'obsidian' : 'folder', root: '' };
}

async function readConfig(tree: FileTree, file: string): Promise<Record<string, unknown>> {
  const text = await readText(tree, file);
  if (file.endsWith('.toml')) return tomlOf(text, { name: file });
  // JSON is YAML, too.
  const config = parseYaml(text, { name: file });
  return isRecord(config) ? config : {};
}

const DOCUMENTATION = /^(?:readme|license|changelog|contributing|code_of_conduct|security)\.\w+$/i;

/** Returns a test for whether a file is a post or a page, not part of the system itself. */
function fileTest(kind: SiteKind, config: Record<string, unknown>, files: readonly string[]) {
  const collections = ['posts', 'drafts', 'pages', ...collectionsOf(config)];
  const hasSource = files.some((file) => file.startsWith('src/content/'));
  return (file: string): boolean => {
    if (kind === 'folder' || kind === 'obsidian') return true;
    if (kind === 'hugo') return file.startsWith('content/');
    if (kind === 'astro' && hasSource) return /^src\/(?:content|pages)\//.test(file);
    if (DOCUMENTATION.test(file)) return false;
    const hidden = file
      .split('/')
      .slice(0, -1)
      .find((part) => part.startsWith('_'));
    return hidden === undefined || (kind === 'jekyll' && collections.includes(hidden.slice(1)));
  };
}

function collectionsOf({ collections }: Record<string, unknown>): string[] {
  return isRecord(collections) ? Object.keys(collections) : listOf(collections);
}

/** Obsidian needs no files of its own, so this checks whether notes link to each other by name. */
async function hasWikiLinks(tree: FileTree, files: readonly string[]): Promise<boolean> {
  const names = new Set(files.map((file) => file.replace(/^.*\/|\.\w+$/g, '').toLowerCase()));
  for (const file of files.slice(0, 200)) {
    for (const [, name = ''] of (await readText(tree, file)).matchAll(/\[\[([^\]\n|#]+)/g)) {
      if (names.has(name.replace(/^.*\//, '').trim().toLowerCase())) return true;
    }
  }
  return false;
}

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

export function isLanguage(text: string): boolean {
  return /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(text) && LANGUAGE_NAMES.of(text) !== undefined;
}

function languageOf(config: Record<string, unknown>): string {
  const { defaultContentLanguage, DefaultContentLanguage, languageCode, lang } = config;
  return textOf(defaultContentLanguage ?? DefaultContentLanguage ?? languageCode ?? lang);
}

/** Folders are languages if the configuration says so, or if all of them are. */
function languagesOf(
  kind: SiteKind,
  config: Record<string, unknown>,
  files: readonly string[],
): string[] {
  if (isRecord(config.languages)) return Object.keys(config.languages);
  const depth = kind === 'hugo' ? 1 : kind === 'astro' && files[0]?.startsWith('src/') ? 3 : 0;
  const names = new Set(files.map((file) => file.split('/').slice(0, -1)[depth] ?? ''));
  return names.size > 1 && [...names].every(isLanguage) ? [...names] : [];
}

/** The address of the site, and the path below it, without slashes at the end. */
export function siteAddress({ kind, config }: MarkdownSite, baseUrl: string | undefined) {
  const given = kind === 'hugo' ? textOf(config.baseURL ?? config.baseurl) : textOf(config.url);
  const url = URL.parse(baseUrl ?? given);
  const inUrl = url?.pathname.replace(/\/+$/, '') ?? '';
  const base = kind === 'jekyll' ? textOf(config.baseurl).replace(/\/+$/, '') || inUrl : inUrl;
  return { origin: url?.origin ?? '', base: base === '' ? '' : `/${base.replace(/^\/+/, '')}` };
}
