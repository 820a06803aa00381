import {
  isTag,
  MAX_SEO_DESCRIPTION_LENGTH,
  MAX_SEO_TITLE_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from '../../../api/contract/documents.ts';
import { MAX_ALT_LENGTH, MAX_LABEL_LENGTH, MAX_TITLE_LENGTH } from '../../../api/contract/posts.ts';
import { decodedPart, pictureUrl, webUrl } from '../../../api/contract/urls.ts';
import { slugOf } from '../../../api/post-fields/slug.ts';
import { tagSlug } from '../../../api/post-fields/tags.ts';
import type { Item, Term } from './item.ts';
import type { Site } from './site.ts';
import { lineOf, shortened } from './text.ts';

type Note = (what: string, before?: unknown) => void;

/** Returns the fields of a post besides its content, in valid form. */
export function fieldsOf(item: Item, site: Site, teaser: string, note: Note) {
  const { categories, tags } = termsOf(item, site, note);
  const [category] = categories;
  if (category) notePath(category, site, note);
  return {
    title: titleFrom(item, note),
    category: category ? categorySlug(category) : 'uncategorized',
    categoryLabel: category ? shortened(lineOf(category.name), MAX_LABEL_LENGTH) : 'Uncategorized',
    tags: tagsOf([...tags, ...categories.slice(1)], note),
    ...coverOf(item, site, note),
    ...seoOf(item, teaser, note),
    isFeatured: item.isSticky,
    commentsClosed: !item.areCommentsOpen,
  };
}

function titleFrom(item: Item, note: Note): string {
  const title = lineOf(item.title);
  if (title.length > MAX_TITLE_LENGTH) note('The title was cut.', item.title);
  return shortened(title, MAX_TITLE_LENGTH);
}

/** A post has one category here: the main one of Yoast, or the first. Others become tags. */
function termsOf({ terms, meta }: Item, site: Site, note: Note) {
  const names = new Set<string>();
  const unique = terms.filter(({ taxonomy, slug }) => {
    const key = `${taxonomy} ${slug}`;
    return !names.has(key) && names.add(key);
  });
  const of = (name: string) => unique.filter(({ taxonomy }) => taxonomy === name);
  const main = meta.get('_yoast_wpseo_primary_category');
  const isMain = ({ slug }: Term) => main !== undefined && site.categories.get(slug)?.id === main;
  const categories = of('category').sort((a, b) => Number(isMain(b)) - Number(isMain(a)));
  if (categories.length > 1) {
    const others = categories.slice(1).map(({ name }) => name);
    note('A post has one category here. The others became tags.', others.join(', '));
  }
  const format = of('post_format')[0];
  if (format) note(`The post format "${format.name}" was left out.`);
  const known = new Set(['category', 'post_tag', 'post_format', 'author', 'nav_menu']);
  const others = unique.filter(({ taxonomy }) => !known.has(taxonomy));
  if (others.length > 0) {
    const list = others.map(({ taxonomy, name }) => `${taxonomy}: ${name}`);
    note('Terms of other kinds were left out.', list.join(', '));
  }
  if (meta.has('_wp_old_slug')) note('It had another address before.', meta.get('_wp_old_slug'));
  return { categories, tags: of('post_tag') };
}

/** Only the last level of a category is kept. The report has the full path. */
function notePath({ slug, name }: Term, site: Site, note: Note): void {
  const path = [name];
  const seen = new Set([slug]);
  for (let at = site.categories.get(slug)?.parent ?? ''; at !== '' && !seen.has(at); ) {
    seen.add(at);
    const parent = site.categories.get(at);
    path.unshift(parent?.name ?? at);
    at = parent?.parent ?? '';
  }
  if (path.length > 1) note(`The category is the last level of "${path.join(' > ')}".`);
}

/** Returns the slug of a category as Inkwell has it, at most 40 letters. */
export function categorySlug({ slug, name }: Term): string {
  const given = decodedPart(slug).toLowerCase();
  const isValid = /^[a-z0-9][a-z0-9-]{0,39}$/.test(given);
  return isValid
    ? given
    : slugOf(given || name)
        .slice(0, 40)
        .replace(/-+$/, '');
}

function tagsOf(terms: Term[], note: Note): { label: string; slug: string }[] {
  const labels = new Map<string, { label: string; slug: string }>();
  for (const { name, slug } of terms) {
    const label = shortened(lineOf(name), MAX_TAG_LENGTH);
    const own = decodedPart(slug);
    const isOwn = /^(?=.*[a-z0-9])[a-z0-9-]{1,80}$/.test(own);
    if (isTag(label))
      labels.set(label.toLowerCase(), { label, slug: isOwn ? own : tagSlug(label) });
    else note('A tag without a letter or digit was left out.', name);
  }
  const all = [...labels.values()];
  if (all.length > MAX_TAGS) {
    const others = all.slice(MAX_TAGS).map(({ label }) => label);
    note(`A post can have at most ${MAX_TAGS} tags. Others were left out.`, others.join(', '));
  }
  return all.slice(0, MAX_TAGS);
}

function coverOf({ meta }: Item, site: Site, note: Note) {
  const id = meta.get('_thumbnail_id') ?? '';
  const found = site.attachments.get(id);
  if (!found && id !== '' && id !== '0' && id !== '-1') {
    note("The featured picture isn't in the export.", id);
  }
  if (!found || pictureUrl(found.url) === null) return { image: '', imageAlt: '' };
  if (found.caption !== '')
    note('The caption of the featured picture was left out.', found.caption);
  return {
    image: found.url,
    imageAlt: shortened(lineOf(found.alt || found.description), MAX_ALT_LENGTH),
  };
}

/** Fields of Yoast, Rank Math and All in One SEO. */
function seoOf({ meta, excerpt }: Item, teaser: string, note: Note) {
  const value = (...keys: string[]) => keys.map((key) => meta.get(key)).find(Boolean) ?? '';
  const filled = (text: string, what: string) => {
    if (!/%%\w+%%|%\w+%/.test(text)) return lineOf(text);
    note(`The ${what} for search engines has placeholders and was left out.`, text);
    return '';
  };
  const title = value('_yoast_wpseo_title', 'rank_math_title', '_aioseo_title');
  const given = value('_yoast_wpseo_metadesc', 'rank_math_description', '_aioseo_description');
  const own = lineOf(excerpt) || teaser;
  const description = filled(given, 'description') || own;
  if (given !== '' && own !== '') note("The excerpt was left out: there's a description.", own);
  else if (own.length > MAX_SEO_DESCRIPTION_LENGTH) note('The excerpt was shortened.', own);
  const canonical = webUrl(value('_yoast_wpseo_canonical', 'rank_math_canonical_url')) ?? '';
  const robots = value('_yoast_wpseo_meta-robots-noindex', 'rank_math_robots');
  return {
    seo: {
      title: shortened(filled(title, 'title'), MAX_SEO_TITLE_LENGTH),
      description: shortened(description, MAX_SEO_DESCRIPTION_LENGTH),
      canonical: canonical.slice(0, 2048),
      image: pictureUrl(value('_yoast_wpseo_opengraph-image', 'rank_math_facebook_image')) ?? '',
    },
    noindex: robots === '1' || robots.includes('noindex'),
  };
}
