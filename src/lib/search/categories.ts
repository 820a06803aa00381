import type { Category } from '../../../api/contract/site.ts';

export type CategoryChoice = Pick<Category, 'slug' | 'label'>;

/** Adds categories that are missing from these options at the end. */
export function withCategories(
  choices: readonly CategoryChoice[],
  found: readonly { slug: string; label?: string | null | undefined }[],
): CategoryChoice[] {
  const all = new Map(choices.map((choice) => [choice.slug, choice]));
  for (const { slug, label } of found) {
    if (!all.has(slug)) all.set(slug, { slug, label: label ?? slug });
  }
  return [...all.values()];
}
