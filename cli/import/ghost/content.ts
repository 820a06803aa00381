import { pageName } from '../../../api/contract/addresses.ts';
import { slugOf } from '../../../api/post-fields/slug.ts';
import { ContentPictures } from '../content-pictures.ts';
import { toBlocks } from '../html/to-blocks.ts';
import { withoutCards } from './card-html.ts';
import { type GhostExport, isTrue, type Row, textOf } from './export.ts';
import { lexicalHtml } from './lexical.ts';
import { mobiledocHtml } from './mobiledoc.ts';

type Note = (what: string, before?: unknown) => void;

/** Addresses of the site begin with it in exports of Ghost 4 and later. */
const PLACEHOLDER = '__GHOST_URL__';

/** Finds the new addresses of links and pictures. */
export class GhostAddresses {
  readonly #site: string;
  readonly #files: readonly string[];
  readonly #posts = new Map<string, string>();

  constructor({ tables, tree }: GhostExport, baseUrl: string | undefined) {
    this.#site = baseUrl ?? '';
    this.#files = tree?.files ?? [];
    for (const post of tables.posts ?? []) this.#posts.set(textOf(post.slug), addressOf(post));
  }

  /** Whether the address of the site is known. */
  get hasSite(): boolean {
    return this.#site !== '';
  }

  /** Returns a link's target: the new address of a post, or the link unchanged. */
  link(href: string): string {
    const path = this.#pathOf(href);
    if (path === undefined) return href;
    const [, slug = '', rest = ''] = /^\/([^/?#]+)\/?([?#].*)?$/.exec(path) ?? [];
    return this.#posts.has(slug) ? `${this.#posts.get(slug)}${rest}` : path || '/';
  }

  /** Returns the full address of a picture. */
  picture(src: string): string {
    const path = this.#pathOf(src);
    return path === undefined ? src : `${this.#site}${path}`;
  }

  /** Returns the file of a picture, if the export has it. */
  file(src: string): string | undefined {
    const [, name] = /\/(content\/images\/[^?#]+)/.exec(this.#pathOf(src) ?? '') ?? [];
    if (name === undefined) return undefined;
    // Sizes of the theme: /content/images/size/w600/2024/01/a.png
    const plain = decodeURI(name).replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, '/');
    const below = plain.replace(/^content\//, '');
    return this.#files.find(
      (file) => file === below || file === plain || file.endsWith(`/${plain}`),
    );
  }

  /** The path of an address of the site, or `undefined` for others. */
  #pathOf(address: string): string | undefined {
    const [start] = [PLACEHOLDER, this.#site].filter(
      (each) => each !== '' && address.startsWith(each),
    );
    if (start !== undefined) return address.slice(start.length);
    return /^\/(?!\/)/.test(address) ? address : undefined;
  }
}

/** Returns the address of a post or page here. */
export function addressOf(post: Row): string {
  const slug = slugOf(textOf(post.slug) || textOf(post.title));
  return isPage(post) ? `/${pageName(slug)}` : `/post/${slug}`;
}

export const isPage = ({ type, page }: Row): boolean => type === 'page' || isTrue(page);

/** Returns the content and the pictures of a post, with the pictures of the export. */
export async function contentOf(
  post: Row,
  { source, addresses, note }: { source: GhostExport; addresses: GhostAddresses; note: Note },
): Promise<{ content: string; image: string; shareImage: string }> {
  const pictures = new ContentPictures({
    tree: source.tree,
    note,
    fileOf: (src) => addresses.file(src),
    remoteOf: (src) => addresses.picture(src),
  });
  const html = sourceHtml(post, note);
  if (html.includes('<!--members-only-->'))
    note('The mark where the part for members starts was left out.');
  const content = toBlocks(html, {
    note,
    link: (href) => addresses.link(href),
    picture: ({ src, alt }) => ({ src: pictures.take(src), alt }),
  });
  const image = pictures.take(textOf(post.feature_image) || textOf(post.image));
  const shareImage = addresses.picture(textOf(post.og_image) || textOf(post.twitter_image));
  return { ...(await pictures.store({ content, image })), shareImage };
}

/** The HTML that Ghost rendered, or its source if there's none. */
function sourceHtml(post: Row, note: Note): string {
  const html = textOf(post.html);
  if (html.trim() !== '') return withoutCards(html, note);
  try {
    if (textOf(post.lexical) !== '') return lexicalHtml(textOf(post.lexical), note);
    if (textOf(post.mobiledoc) !== '') return mobiledocHtml(textOf(post.mobiledoc), note);
  } catch (error) {
    note(`The text can't be read: ${(error as Error).message}.`, post.lexical ?? post.mobiledoc);
  }
  return '';
}
