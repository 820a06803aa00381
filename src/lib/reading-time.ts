/** Characters of stored HTML that count as one minute. */
const CHARACTERS_A_MINUTE = 1000;

/** Minutes shown on a card: content length / 1000, rounded up, at least 1. Takes the length of the HTML. */
export function cardMinutes(length: number): number {
  return Math.max(1, Math.ceil(length / CHARACTERS_A_MINUTE));
}

/** Minutes shown on the page of a post: content length / 1000, rounded, at least 1. */
export function pageMinutes(length: number): number {
  return Math.max(1, Math.round(length / CHARACTERS_A_MINUTE));
}
