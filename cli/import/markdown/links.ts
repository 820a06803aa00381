import { join } from 'node:path/posix';
import { decodedPart } from '../../../api/contract/urls.ts';
import type { Entry } from './entries.ts';
import { comparable, formerAddress } from './permalinks.ts';
import { MARKDOWN, type MarkdownSite } from './site.ts';

/** Finds the posts and files that links and pictures of a folder lead to. */
export class Links {
  readonly site: MarkdownSite;
  /** Of the old site, without a slash at the end; empty if unknown. */
  readonly origin: string;
  /** The path of the old site below its origin. */
  readonly base: string;
  readonly #byAddress = new Map<string, Entry>();
  readonly #byFile = new Map<string, Entry>();
  /** By the name of the file, and by the end of its path. */
  readonly #byName = new Map<string, Entry[]>();
  /** All files of the tree by their paths in lower case, and by their names. */
  readonly #files = new Map<string, string>();
  readonly #filesByName = new Map<string, string>();

  constructor(
    site: MarkdownSite,
    entries: readonly Entry[],
    { origin, base, files }: { origin: string; base: string; files: readonly string[] },
  ) {
    this.site = site;
    this.origin = origin;
    this.base = base;
    for (const entry of entries) {
      if (entry.former !== '') this.#byAddress.set(comparable(entry.former), entry);
      this.#byFile.set(comparable(entry.file), entry);
      const name = nameOf(entry.file);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), entry]);
    }
    for (const file of files) {
      this.#files.set(file.normalize('NFC').toLowerCase(), file);
      this.#filesByName.set(nameOf(file, true), file);
    }
  }

  /** Returns the post with a name, such as `note` or `folder/note`. The nearest to `from` wins. */
  named(name: string, from?: Entry): Entry | undefined {
    const path = comparable(name);
    const found = (this.#byName.get(nameOf(name)) ?? []).filter(({ file }) =>
      comparable(file).endsWith(path),
    );
    const folderOf = (file: string) => file.replace(/[^/]*$/, '');
    const inFolder = from && found.find(({ file }) => folderOf(file) === folderOf(from.file));
    const exact = this.#byFile.get(path);
    return (name.includes('/') ? exact : undefined) ?? inFolder ?? exact ?? found[0];
  }

  /** Returns the post at an address of the old site, or that a link in `from` leads to. */
  at(address: string, from?: Entry): Entry | undefined {
    const path = address.replace(/[?#].*$/s, '');
    const file = from && comparable(join('/', from.file, '..', decodedPart(path)));
    const byFile =
      this.#byFile.get(comparable(path)) ??
      (file && !path.startsWith('/') ? this.#byFile.get(file) : undefined);
    if (MARKDOWN.test(path)) return byFile ?? this.named(path, from);
    const own = this.#byAddress.get(comparable(this.#below(path, from)));
    return own ?? byFile;
  }

  /** Returns the likely address of a post of Jekyll that isn't here, such as `2024-05-01-hello`. */
  guess(path: string): string | undefined {
    const [, folder = '', date = '', name = ''] =
      /^(?:(.*)\/)?(\d{4}-\d\d-\d\d)-([^/]+)$/.exec(path) ?? [];
    if (name === '') return undefined;
    const categories = folder.split('/').filter(Boolean);
    const place = {
      file: path,
      name,
      folders: [],
      slug: name,
      categories,
      title: name,
      isPost: true,
      prefix: '',
    };
    return formerAddress(this.site, { ...place, date: new Date(date) }, '');
  }

  /**
   * Returns a link's target in the imported post: a post's new address, or a path of the old site.
   */
  href(href: string, from: Entry): string {
    const inSite =
      this.origin !== '' && (href === this.origin || href.startsWith(`${this.origin}/`));
    const address = inSite ? href.slice(this.origin.length) || '/' : href;
    if (/^#./.test(address)) return headingLink(address);
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(address)) return href;
    const [, rest = ''] = /([?#].*)$/s.exec(address) ?? [];
    const found = this.at(address, from);
    if (found) return found.address + headingLink(rest);
    return inSite ? href : this.#below(address.replace(/[?#].*$/s, ''), from, true) + rest;
  }

  /** Returns the path of an address below the base of the old site. */
  #below(path: string, from?: Entry, keepsBase = false): string {
    const around = from?.former || '/';
    const url = URL.parse(path, `https://site.invalid${this.base}${around}`);
    if (!url) return path;
    const isRelative = !path.startsWith('/');
    if (keepsBase && !isRelative) return path;
    const full = url.pathname;
    return this.base !== '' && full.startsWith(`${this.base}/`)
      ? full.slice(this.base.length)
      : full;
  }

  /** Returns the file of the tree that a post's picture refers to, or `undefined`. */
  file(src: string, from: Entry): string | undefined {
    const given =
      this.origin !== '' && src.startsWith(`${this.origin}/`) ? src.slice(this.origin.length) : src;
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(given)) return undefined;
    const path = decodedPart(given.replace(/[?#].*$/s, ''));
    const plain = path.replace(/^[@~]\//, '/src/');
    const below =
      this.base !== '' && plain.startsWith(`${this.base}/`) ? plain.slice(this.base.length) : plain;
    const { root } = this.site;
    const folders = below.startsWith('/')
      ? ['', 'static', 'public', 'assets', 'src', 'content'].map((folder) => join(root, folder))
      : [join(root, from.file, '..'), root, join(root, 'static'), join(root, 'public')];
    const paths = folders.map((folder) => join(folder, below).normalize('NFC').toLowerCase());
    const found = paths.map((each) => this.#files.get(each)).find((file) => file !== undefined);
    // Obsidian finds attachments by name, wherever they are.
    const isVault = this.site.kind === 'obsidian' && !below.includes('/');
    return found ?? (isVault ? this.#filesByName.get(nameOf(below, true)) : undefined);
  }

  /** Returns the address of a file that isn't here: on the old site, if that's known. */
  remote(src: string, from: Entry): string {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(src)) return src;
    const path = this.#below(src.replace(/[?#].*$/s, ''), from, true);
    const isBased = this.base === '' || path.startsWith(`${this.base}/`);
    return this.origin === '' ? path : `${this.origin}${isBased ? '' : this.base}${path}`;
  }
}

/** The ids of headings begin with `h-` here. The rest is as elsewhere. */
function headingLink(fragment: string): string {
  return fragment.replace(/#(?!h-|$)/, '#h-');
}

function nameOf(path: string, withEnding = false): string {
  const name = (path.split('/').at(-1) ?? '').normalize('NFC').toLowerCase().trim();
  return withEnding ? name : name.replace(/\.(?:md|markdown|mdown|mkd|mdx)$/, '');
}
