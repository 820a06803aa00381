/**
 * Returns whether an input method handles the key, such as the Enter that confirms a word. Safari
 * sends that key after the composition: https://bugs.webkit.org/show_bug.cgi?id=165004. Phones send
 * all keys with the same code, 229, but without a name.
 */
export function isComposing({ isComposing, keyCode, key }: KeyboardEvent): boolean {
  return isComposing || (keyCode === 229 && key !== 'Unidentified');
}
