import { isTag } from '../contract/documents.ts';
import { slugOf } from './slug.ts';

/** Returns the slug of a tag: "C++" and "C#" differ. Empty if there is no letter or digit. */
export function tagSlug(label: string): string {
  const words = label.replaceAll('+', ' plus ').replaceAll('#', ' sharp ');
  return isTag(label) ? slugOf(words) : '';
}
