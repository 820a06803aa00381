import { pick } from '../../api/contract/pick.ts';

const HUES = 6;

/** Returns the number of a category's color, `--hue-0` to `--hue-5` (docs/design.md). */
export const hueOf = (category: string): number => pick(category, HUES);

/** Returns whether a post has a category. Posts without one have nothing in common. */
export const isCategorized = (category: string | undefined): category is string =>
  category !== undefined && category !== '' && category !== 'uncategorized';
