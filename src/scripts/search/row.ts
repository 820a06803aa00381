import { addressOf, isPageSlug } from '../../../api/contract/addresses.ts';
import { generatedCover } from '../../../api/contract/generated-cover.ts';
import type { FoundPost } from '../../../api/contract/search.ts';
import { categoryLabel } from '../../../api/contract/site.ts';
import { hueOf, isCategorized } from '../../lib/category.ts';
import { isoDate, shortDate } from '../../lib/format.ts';
import { pageValues } from '../../lib/page-values.ts';
import { positionOf, sourcesOf } from '../../lib/pictures.ts';
import { copyOf, one } from '../dom.ts';
import { marked, type Words } from './marked.ts';

// A row of the results, from the template that the page has (src/islands/cards/PostRow.tsx).

export function createRow(post: FoundPost): HTMLElement {
  const row = one(copyOf('row-template'), 'li');
  row.dataset.slug = post.slug;
  fillCover(row, post);
  return row;
}

/** Shows a post in its row, which may show an older state of it, or matches of another term. */
export function fillRow(row: HTMLElement, post: FoundPost, words: Words): void {
  const category = one(row, '.category');
  category.hidden = !isCategorized(post.category);
  category.textContent = categoryLabel(pageValues().categories, post.category, post.categoryLabel);
  category.dataset.hue = String(hueOf(post.category));
  const link = one<HTMLAnchorElement>(row, '.post-row-title a');
  link.href = addressOf(post.slug);
  link.replaceChildren(...marked(post.title, words));
  const names = namesIn(post, words);
  const note = one(row, '.post-row-note');
  note.hidden = names.length === 0;
  note.replaceChildren(...names);
  const preview = one(row, '.post-row-preview');
  preview.hidden = post.preview === '';
  preview.replaceChildren(...marked(post.preview, words));
  const time = one<HTMLTimeElement>(row, 'time');
  const isPage = isPageSlug(post.slug);
  time.hidden = isPage;
  time.dateTime = isoDate(post.createdAt);
  time.textContent = shortDate(post.createdAt);
  one(row, 'time + span').textContent = isPage ? 'Page' : `${post.minutes} min read`;
}

/** As `Cover` does it, for the cover or the generated one. */
function fillCover(row: HTMLElement, { slug, image, imageFocus, picture }: FoundPost): void {
  const sources = picture && image !== '' ? sourcesOf(picture) : [];
  for (const [index, element] of [...row.querySelectorAll('source')].entries()) {
    const source = sources[index];
    if (source) Object.assign(element, source);
    else element.remove();
  }
  const cover = one<HTMLImageElement>(row, 'img');
  cover.width = picture?.width ?? 1600;
  cover.height = picture?.height ?? 900;
  cover.style.objectPosition = positionOf(imageFocus) ?? '';
  cover.onerror = () => {
    cover.onerror = null;
    for (const source of row.querySelectorAll('source')) source.remove();
    cover.src = generatedCover(slug);
  };
  cover.src = image || generatedCover(slug);
}

/** The tags, the series and the author that match, because the title and the text may not. */
function namesIn({ author, series, tags = [] }: FoundPost, words: Words): HTMLElement[] {
  const named: [kind: string, name: string][] = [
    ...tags.map(([, label]): [string, string] => ['Tag', label]),
    ['Series', series ?? ''],
    ['By', author ?? ''],
  ];
  return named.flatMap(([kind, name]) => {
    const parts = marked(name, words);
    if (parts.every((part) => typeof part === 'string')) return [];
    const element = document.createElement('span');
    element.append(`${kind} `, ...parts);
    return [element];
  });
}
