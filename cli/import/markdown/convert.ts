import { ContentPictures } from '../content-pictures.ts';
import type { FileTree } from '../file-tree.ts';
import { toBlocks } from '../html/to-blocks.ts';
import { seoOf, termsOf } from '../terms.ts';
import { type Entry, readBody } from './entries.ts';
import { type Dialect, markdownToHtml } from './html.ts';
import type { Links } from './links.ts';
import type { MarkdownSite } from './site.ts';
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
  const { fields, file } = entry;
  const { note, tree, links } = options;
  const body = entry.body ?? (await readBody(tree, links.site, file));
  const { heading, rest } = splitHeading(body);
  const text = heading !== '' && heading === entry.title ? rest : body;
  const pictures = new ContentPictures({
    tree,
    note,
    fileOf: (src) => links.file(src, entry),
    remoteOf: (src) => links.remote(src, entry),
  });
  const content = contentOf(entry, text, pictures, options);
  const image = pictures.take(fields.text(...COVERS));
  const description = fields.text(
    'description',
    'excerpt',
    'summary',
    'seo_description',
    'metaDescription',
  );
  const separator = fields.text('excerpt_separator') || textOf(links.site.config.excerpt_separator);
  const seo = seoOf(
    {
      title: fields.text('seo_title', 'metaTitle'),
      description: plainLine(description) || excerptOf(text, separator).slice(0, 500),
      canonical: fields.text('canonical_url', 'canonicalUrl', 'canonicalURL', 'canonical'),
    },
    note,
  );
  const record = {
    ...termsOf({ categories: entry.categories, tags: tagsOf(entry, links.site) }, note),
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
  return { ...record, ...stored };
}

/** Returns the tags of a file. Jekyll separates them with spaces. */
export function tagsOf({ fields }: Entry, { kind }: MarkdownSite): string[] {
  const tags = fields.list('tags', 'tag');
  const isSpaced =
    typeof fields.first('tags') === 'string' && tags.length === 1 && kind === 'jekyll';
  return isSpaced ? (tags[0] ?? '').split(/\s+/) : tags;
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

function contentOf(
  entry: Entry,
  text: string,
  pictures: ContentPictures,
  options: Options,
): string {
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
