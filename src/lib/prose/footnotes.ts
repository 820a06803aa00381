/**
 * Returns the mark of a footnote, which leads to its text. On wide screens the note is in the
 * margin, next to its mark, and below the note before it (page-blocks.css).
 */
export function footnoteLink(number: number): string {
  return `<sup><a id="fn-${number}-mark" style="anchor-name:--mark-${number}" href="#fn-${number}" aria-label="Footnote ${number}">${number}</a></sup>`;
}

/** Returns the names that place a note in the margin. */
export const footnoteStyle = (number: number) =>
  `anchor-name:--note-${number};--mark:--mark-${number};--above:--note-${number - 1}`;

/** Returns the list of footnotes, each with a link back. `items` have no end tags. */
export function footnoteList(items: readonly string[]): string {
  if (items.length === 0) return '';
  const back = items.map(
    (item, index) =>
      `${item} <a href="#fn-${index + 1}-mark" aria-label="Back to the text">↩</a></li>`,
  );
  return `<section class="footnotes" aria-label="Footnotes"><ol>${back.join('')}</ol></section>`;
}
