import {
  isTag,
  MAX_SEO_DESCRIPTION_LENGTH,
  MAX_SEO_TITLE_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from '../../api/contract/documents.ts';
import { CATEGORY_SLUG, MAX_LABEL_LENGTH } from '../../api/contract/posts.ts';
import { truncate } from '../../api/contract/truncate.ts';
import { webUrl } from '../../api/contract/urls.ts';
import { cleanLine } from '../../api/post-fields/input.ts';
import { slugOf } from '../../api/post-fields/slug.ts';
import { normalForm } from '../../db/words.ts';

type Note = (what: string, before?: unknown) => void;

/**
 * Returns the category and tags of a post: the first category, and the others as tags. Notes what
 * doesn't fit.
 */
export function termsOf(
  { categories, tags }: { categories: readonly string[]; tags: readonly string[] },
  note: Note,
): { category: string; categoryLabel?: string; tags: string[] } {
  const [first = '', ...others] = categories.map(cleanLine).filter(Boolean);
  const slug = slugOf(first).slice(0, 40).replace(/-+$/, '');
  const isCategory = first !== '' && CATEGORY_SLUG.test(slug) && first.length <= MAX_LABEL_LENGTH;
  const labels = [...(first === '' || isCategory ? [] : [first]), ...others];
  if (labels.length > 0) note('Categories became tags: a post has one category.', labels);
  const all = tagsOf([...tags, ...labels], note);
  if (!isCategory) return { category: 'uncategorized', tags: all };
  return { category: slug, ...(first === slug ? {} : { categoryLabel: first }), tags: all };
}

function tagsOf(given: readonly string[], note: Note): string[] {
  const byForm = new Map<string, string>();
  for (const tag of given.map(cleanLine)) {
    if (tag !== '' && !byForm.has(normalForm(tag))) byForm.set(normalForm(tag), tag);
  }
  const labels = [...byForm.values()];
  const usable = labels.filter((label) => label.length <= MAX_TAG_LENGTH && isTag(label));
  const left = [...labels.filter((label) => !usable.includes(label)), ...usable.slice(MAX_TAGS)];
  if (left.length > 0) {
    const rule = `a post has at most ${MAX_TAGS}, of ${MAX_TAG_LENGTH} characters each.`;
    note(`Tags were left out: ${rule}`, left);
  }
  return usable.slice(0, MAX_TAGS);
}

/** Returns the texts for search engines. Notes what's too long. */
export function seoOf(
  given: { title?: string; description?: string; canonical?: string; image?: string },
  note: Note,
): { title?: string; description?: string; canonical?: string; image?: string } {
  const line = (name: 'title' | 'description', max: number) => {
    const text = cleanLine(given[name] ?? '');
    if (text.length > max)
      note(`The ${name} for search engines was cut to ${max} characters.`, text);
    return text === '' ? {} : { [name]: text.length > max ? `${truncate(text, max - 1)}…` : text };
  };
  const canonical = webUrl(given.canonical ?? '');
  if (given.canonical && (canonical === null || canonical.length > 2048)) {
    note("The canonical address was left out: it isn't usable.", given.canonical);
  }
  return {
    ...line('title', MAX_SEO_TITLE_LENGTH),
    ...line('description', MAX_SEO_DESCRIPTION_LENGTH),
    ...(canonical === null || canonical.length > 2048 ? {} : { canonical }),
    ...(given.image ? { image: given.image } : {}),
  };
}
