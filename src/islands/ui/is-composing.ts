/**
 * Returns whether an input method gets the key, such as the Enter that confirms a word. In Safari,
 * that key comes after the composition: https://bugs.webkit.org/show_bug.cgi?id=165004. Phones send
 * all keys with its code, but without a name.
 */
export function isComposing({ isComposing, keyCode, key }: KeyboardEvent): boolean {
  return isComposing || (keyCode === 229 && key !== 'Unidentified');
}
