import { type Category, categoryLabel, site } from '../../site.config.ts';

/** An option of the category filter. */
export type CategoryChoice = Pick<Category, 'slug' | 'label'>;

/** A category in use, with the label that was typed for it. */
type Found = { slug: string; label?: string | null | undefined };

/** The options of the category filter: the owner's, then others that posts have, sorted. */
export function searchCategories(found: readonly Found[]): CategoryChoice[] {
  const place = ({ slug }: CategoryChoice) => {
    const index = site.searchOrder.indexOf(slug);
    return index === -1 ? site.categories.length : index;
  };
  const listed = site.categories
    .map(({ slug, label }) => ({ slug, label }))
    .sort((one, other) => place(one) - place(other));
  return withCategories(listed, found);
}

/** Adds categories that are missing from these options at the end. */
export function withCategories(
  choices: readonly CategoryChoice[],
  found: readonly Found[],
): CategoryChoice[] {
  const known = new Set(choices.map(({ slug }) => slug));
  const others = found.filter(({ slug }) => !known.has(slug));
  return [
    ...choices,
    ...others.map(({ slug, label }) => ({ slug, label: categoryLabel(slug, label) })),
  ];
}
