import { normalForm } from '../../db/words.ts';

/** Returns whether two labels are the same tag, such as `Straße` and `STRASSE`. */
export function isSameLabel(a: string, b: string): boolean {
  return normalForm(a) === normalForm(b);
}
