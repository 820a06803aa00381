import type { FileTree } from '../file-tree.ts';
import { toBlocks } from '../html/to-blocks.ts';
import { embeddedPicture } from '../local-pictures.ts';
import { seoOf, termsOf } from '../terms.ts';
import type { Entry } from './entries.ts';
import { type Dialect, markdownToHtml } from './html.ts';
import type { Links } from './links.ts';
import { excerptOf, plainLine, splitHeading } from './texts.ts';
import { textOf } from './values.ts';
import { wikiLinks } from './vault.ts';

interface Options {
  tree: FileTree;
  links: Links;
  /** Adds to the report what a post can't hold. */
  note(what: string, before?: unknown): void;
}

/** Returns the fields of a post that don't depend on its state. */
export async function fieldsOf(entry: Entry, options: Options): Promise<Record<string, unknown>> {
  const { fields, body } = entry;
  const { note } = options;
  const { heading, rest } = splitHeading(body);
  const text = heading !== '' && heading === entry.title ? rest : body;
  const pictures = new Pictures(entry, options);
  const content = contentOf(entry, text, pictures, options);
  const image = pictures.take(fields.text(...COVERS));
  const tags = fields.list('tags', 'tag');
  // Jekyll separates tags with spaces.
  const isSpaced =
    typeof fields.first('tags') === 'string' &&
    tags.length === 1 &&
    options.links.site.kind === 'jekyll';
  const description = fields.text(
    'description',
    'excerpt',
    'summary',
    'seo_description',
    'metaDescription',
  );
  const separator =
    fields.text('excerpt_separator') || textOf(options.links.site.config.excerpt_separator);
  const seo = seoOf(
    {
      title: fields.text('seo_title', 'metaTitle'),
      description: plainLine(description) || excerptOf(text, separator).slice(0, 500),
      canonical: fields.text('canonical_url', 'canonicalUrl', 'canonicalURL', 'canonical'),
    },
    note,
  );
  const record = {
    ...termsOf(
      { categories: entry.categories, tags: isSpaced ? (tags[0] ?? '').split(/\s+/) : tags },
      note,
    ),
    title: entry.title,
    slug: entry.address.replace(/^\/post\//, ''),
    kind: entry.kind,
    language: entry.language,
    imageAlt: fields.text(
      'imageAlt',
      'image_alt',
      'heroImageAlt',
      'image.alt',
      'cover.alt',
      'coverAlt',
      'header.image_description',
    ),
    isFeatured: fields.isTrue('featured', 'isFeatured', 'pinned', 'pin', 'sticky'),
    noindex: fields.isTrue('noindex', 'noIndex') || /noindex/i.test(fields.text('robots')),
    commentsClosed: fields.isTrue('comments_locked') || fields.isFalse('comments'),
    seo,
  };
  const stored = await pictures.store({ content, image });
  pictures.report();
  return { ...record, ...stored };
}

const COVERS = [
  ...[
    'image.path',
    'image.src',
    'image.url',
    'image.feature',
    'image',
    'cover.image',
    'cover.src',
    'cover',
  ],
  ...[
    'heroImage.src',
    'heroImage',
    'hero_image',
    'featured_image',
    'featuredImage',
    'featureImage',
    'feature_image',
  ],
  ...[
    'header.overlay_image',
    'header.image',
    'header.teaser',
    'thumbnail',
    'thumb',
    'coverImage',
    'banner',
    'ogImage',
    'images',
  ],
];

function contentOf(entry: Entry, text: string, pictures: Pictures, options: Options): string {
  const { links, note } = options;
  const { html, findings } = markdownToHtml(text, dialectOf(entry, options));
  for (const finding of findings) note(finding);
  return toBlocks(html, {
    note,
    link: (href) => links.href(href, entry),
    picture: ({ src, alt }) => ({ src: pictures.take(src), alt }),
  });
}

function dialectOf(entry: Entry, { links, note }: Options): Dialect {
  const { kind, config } = links.site;
  const isMdx = /\.mdx$/i.test(entry.file);
  const postUrl = (name: string) => {
    const path = name.replace(/^\/|^_posts\/|\{\{.*?\}\}/g, '');
    const found = links.named(path, entry) ?? links.at(`/${name.replace(/^\//, '')}`, entry);
    return found?.address ?? links.guess(path);
  };
  const site = { postUrl, url: links.origin, base: links.base };
  return {
    liquid: !isMdx && /^(?:jekyll|eleventy|folder)$/.test(kind) ? site : undefined,
    shortcodes: /^(?:hugo|folder)$/.test(kind) ? postUrl : undefined,
    isMdx,
    wiki: kind === 'obsidian' ? wikiLinks(entry, { links, note }) : undefined,
    hasFormulas:
      kind === 'obsidian' || entry.fields.isTrue('math', 'katex', 'mathjax', 'use_math', 'latex'),
    isKramdown: kind === 'jekyll' && textOf(config.markdown) !== 'CommonMark',
    hasDashes: kind === 'hugo' || (kind === 'jekyll' && textOf(config.markdown) !== 'CommonMark'),
  };
}

/** The pictures of one post. Those of the folder are stored as uploads. */
class Pictures {
  readonly #entry: Entry;
  readonly #options: Options;
  /** Files of the folder, and their signs in the content. */
  readonly #files = new Map<string, string>();
  readonly #missing = new Set<string>();

  constructor(entry: Entry, options: Options) {
    this.#entry = entry;
    this.#options = options;
  }

  /** Returns the sign of a file of the folder, or the full address. */
  take(src: string): string {
    const { links } = this.#options;
    if (src === '' || src.startsWith('data:')) return src;
    const file = links.file(src, this.#entry);
    if (file !== undefined) {
      const sign = `data:image/png;base64,file-${this.#files.size}-`;
      const known = this.#files.get(file);
      if (known === undefined) this.#files.set(file, sign);
      return known ?? sign;
    }
    const remote = links.remote(src, this.#entry);
    if (remote !== src || !/^(?:https?:)?\/\//i.test(src)) this.#missing.add(src);
    return remote;
  }

  /** Returns values with pictures in place of their signs. */
  async store<T extends Record<string, string>>(values: T): Promise<T> {
    const { tree, links, note } = this.#options;
    let texts = Object.entries(values);
    for (const [file, sign] of this.#files) {
      const picture = await embeddedPicture(tree, file);
      if ('problem' in picture) {
        note(`A picture of the folder stays linked: ${picture.problem}.`, file);
      }
      const remote = links.remote(
        `/${file.slice(links.site.root.length).replace(/^(?:static|public)\//, '')}`,
        this.#entry,
      );
      const url = 'url' in picture ? picture.url : remote;
      texts = texts.map(([name, text]) => [name, text.replaceAll(sign, url)]);
    }
    return Object.fromEntries(texts) as T;
  }

  report(): void {
    if (this.#missing.size === 0) return;
    const where = this.#options.links.origin;
    const kept = where === '' ? 'They keep their addresses.' : `They stay linked on ${where}.`;
    this.#options.note(`Pictures aren't in the folder. ${kept}`, [...this.#missing]);
  }
}
