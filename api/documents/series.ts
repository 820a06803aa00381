import { slugOf } from '../posts/slug.ts';
import { tagSlug } from './tags.ts';

const MAX_LENGTH = 80;

/**
 * Returns the slug of a series: as for tags, "C++" and "C#" differ, and letter case doesn't count. Titles
 * of symbols only are told apart by the numbers of their characters.
 */
export function seriesSlug(title: string): string {
  const symbols = Array.from(title.replaceAll(/\s/g, ''), (character) =>
    (character.codePointAt(0) ?? 0).toString(16),
  );
  return tagSlug(title) || symbols.join('-').slice(0, MAX_LENGTH) || slugOf(title);
}
