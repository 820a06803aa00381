import { type Category, categoryLabel, site } from '../../site.config.ts';

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
  const all = new Map(choices.map((choice) => [choice.slug, choice]));
  for (const { slug, label } of found) {
    if (!all.has(slug)) all.set(slug, { slug, label: categoryLabel(slug, label) });
  }
  return [...all.values()];
}
