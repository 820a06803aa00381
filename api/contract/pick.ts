/** Returns a number from 0 to `count - 1`: always the same one for the same text. */
export function pick(text: string, count: number): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % count;
}
