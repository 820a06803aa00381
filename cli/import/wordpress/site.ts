import { addressOf } from '../../../api/contract/addresses.ts';
import { CommandError } from '../../terminal.ts';
import { stableId } from '../ids.ts';
import { textIn, type XmlElement, xmlElements } from '../xml.ts';
import { pathOnSite, Slugs, withoutSlash } from './addresses.ts';
import { SiteClock } from './clock.ts';
import { type Commenter, commenterOf } from './comments.ts';
import { type Item, itemOf, type Term } from './item.ts';
import { lineOf } from './text.ts';

/** Items are in the channel of an RSS feed. */
export const WXR = { root: 'rss', depth: 2 };

/** A post or page, without its text. */
export interface Entry {
  id: string;
  type: 'post' | 'page';
  title: string;
  link: string;
  slug: string;
  isPublic: boolean;
}

/** A picture or another file of the media library. */
export interface Attachment {
  id: string;
  url: string;
  alt: string;
  description: string;
  caption: string;
  title: string;
  parent: string;
  link: string;
}

export interface Author {
  login: string;
  email: string;
  name: string;
}

interface Category {
  /** The number of the term. */
  id: string;
  name: string;
  slug: string;
  parent: string;
}

export interface MenuItem {
  menu: string;
  order: number;
  label: string;
  /** An address, or the entry or term it leads to. */
  url: string;
  object: string;
  objectId: string;
}

/** What the first pass over an export collects. It has no texts, so it's small. */
export class Site {
  readonly entries = new Map<string, Entry>();
  readonly entriesByPath = new Map<string, Entry>();
  readonly attachments = new Map<string, Attachment>();
  readonly attachmentsByUrl = new Map<string, Attachment>();
  readonly attachmentsOf = new Map<string, string[]>();
  readonly authors = new Map<string, Author>();
  /** Logins by the number of the account, as comments have it. */
  readonly logins = new Map<string, string>();
  readonly categories = new Map<string, Category>();
  /** Terms of posts, by taxonomy and slug. */
  readonly terms = new Map<string, Term>();
  readonly commenters = new Map<string, Commenter>();
  readonly menus: MenuItem[] = [];
  /** The texts of patterns that posts refer to. */
  readonly patterns = new Map<string, string>();
  /** Titles and links of the records that aren't imported, by type. */
  readonly others = new Map<string, { title: string; link: string }[]>();
  readonly clock = new SiteClock();
  comments = 0;
  /** Whether a post has no author. */
  hasUnnamed = false;
  /** The address of the old site, without a slash at its end. */
  url = '';
  readonly #slugs = new Slugs();

  id(kind: string, foreignId: string): string {
    return stableId(`wordpress ${kind}`, this.url, foreignId);
  }

  /** Returns the address here of an old address, or undefined if it has none. */
  newAddress(address: string): string | undefined {
    const path = pathOnSite(address, this.url);
    if (path === undefined) return undefined;
    const [, number] = /^\/?\?(?:p|page_id)=(\d+)/.exec(path.replace(/^\/(?=\?)/, '')) ?? [];
    const entry =
      number === undefined
        ? this.entriesByPath.get(withoutSlash(path.replace(/[?#].*$/s, '')))
        : this.entries.get(number);
    return entry && addressOf(entry.slug);
  }

  addAuthor(element: XmlElement): void {
    const login = textIn(element, 'wp:author_login');
    if (login === '') return;
    const email = textIn(element, 'wp:author_email');
    const number = textIn(element, 'wp:author_id');
    const name = textIn(element, 'wp:author_display_name') || nameOfLogin(login);
    this.authors.set(login, { login, email, name });
    if (number !== '') this.logins.set(number, login);
  }

  addCategory(element: XmlElement): void {
    const slug = textIn(element, 'wp:category_nicename');
    const name = textIn(element, 'wp:cat_name') || slug;
    const parent = textIn(element, 'wp:category_parent');
    this.categories.set(slug, { id: textIn(element, 'wp:term_id'), name, slug, parent });
  }

  addItem(item: Item): void {
    if (item.type === 'attachment') this.#addAttachment(item);
    else if (item.type === 'nav_menu_item') this.#addMenuItem(item);
    else if (item.type === 'wp_block') this.patterns.set(item.id, item.content);
    else if ((item.type === 'post' || item.type === 'page') && !isDiscarded(item)) {
      this.#addEntry(item, item.type);
    } else {
      const type = isDiscarded(item) ? `${item.type} (${item.status})` : item.type;
      append(this.others, type, { title: item.title, link: item.link });
    }
  }

  #addEntry(item: Item, type: 'post' | 'page'): void {
    const { id, link, status, password } = item;
    const title = lineOf(item.title);
    const slug =
      type === 'page' ? this.#slugs.page(item.slug, title) : this.#slugs.post(item.slug, title);
    const isPublic = status === 'publish' && password === '';
    const entry = { id, type, title, link, slug, isPublic };
    this.entries.set(id, entry);
    const path = pathOnSite(link, this.url);
    if (path !== undefined && !path.includes('?')) {
      this.entriesByPath.set(withoutSlash(path), entry);
    }
    this.hasUnnamed ||= item.creator === '';
    if (item.creator !== '' && !this.authors.has(item.creator)) {
      const login = item.creator;
      this.authors.set(login, { login, email: '', name: nameOfLogin(login) });
    }
    for (const term of item.terms) this.terms.set(`${term.taxonomy} ${term.slug}`, term);
    for (const comment of item.comments) this.#addComment(comment);
  }

  #addComment(element: XmlElement): void {
    const commenter = commenterOf(element, this);
    if (!commenter) return;
    this.comments++;
    const known = this.commenters.get(commenter.id);
    if (commenter.login !== undefined || (known && known.since <= commenter.since)) return;
    this.commenters.set(commenter.id, commenter);
  }

  #addAttachment(item: Item): void {
    const { id, parent, link, title, content, excerpt } = item;
    const url = item.attachmentUrl || item.link;
    const alt = item.meta.get('_wp_attachment_image_alt') ?? '';
    const texts = { alt, description: content, caption: excerpt, title };
    const attachment = { id, url, ...texts, parent, link };
    this.attachments.set(id, attachment);
    this.attachmentsByUrl.set(withoutScheme(url), attachment);
    append(this.attachmentsOf, parent, id);
  }

  #addMenuItem({ title, terms, order, meta, link }: Item): void {
    const menu = terms.find(({ taxonomy }) => taxonomy === 'nav_menu')?.name ?? '';
    const value = (key: string) => meta.get(`_menu_item_${key}`) ?? '';
    const [object, objectId] = [value('object'), value('object_id')];
    this.menus.push({ menu, order, label: title, url: value('url'), object, objectId });
    append(this.others, 'nav_menu_item', { title, link });
  }
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Reads an export once. Throws a CommandError if it isn't one of WordPress. */
export async function readSite(paths: readonly string[]): Promise<Site> {
  const site = new Site();
  for (const path of paths) await readFile(path, site);
  // The second pass counts them again.
  site.clock.guesses = 0;
  return site;
}

async function readFile(path: string, site: Site): Promise<void> {
  let isVersioned = false;
  let link = '';
  for await (const element of xmlElements(path, WXR)) {
    const text = element.text.trim();
    if (element.name === 'wp:wxr_version') isVersioned = checkVersion(path, text);
    if (element.name === 'link') link ||= text;
    if (element.name === 'wp:base_blog_url') site.url = text.replace(/\/+$/, '');
    if (element.name === 'wp:base_site_url') link ||= text;
    if (element.name === 'wp:author') site.addAuthor(element);
    if (element.name === 'wp:category') site.addCategory(element);
    if (element.name !== 'item') continue;
    site.clock.add(textIn(element, 'wp:post_date'), textIn(element, 'wp:post_date_gmt'));
    site.url ||= link.replace(/\/+$/, '');
    site.addItem(itemOf(element, site.clock));
  }
  if (!isVersioned) {
    throw new CommandError(
      `${path} has no wp:wxr_version, so it isn't a complete export of WordPress. Export it again under Tools > Export.`,
    );
  }
  site.url ||= link.replace(/\/+$/, '');
}

function checkVersion(path: string, version: string): true {
  if (/^1\.[0-2]$/.test(version)) return true;
  throw new CommandError(
    `${path} has wp:wxr_version "${version}". Inkwell reads WordPress exports 1.0, 1.1 and 1.2.`,
  );
}

/** Never shown on the old site. */
function isDiscarded({ status }: Item): boolean {
  return status === 'trash' || status === 'auto-draft' || status === 'inherit';
}

/** A login may be an email, which no page should show. */
function nameOfLogin(login: string): string {
  return login.replace(/@.*$/s, '') || 'author';
}

/** Pages link to the same file with http and https. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:/, '').replace(/^\/\/www\./, '//');
}
