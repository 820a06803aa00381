/** Returns the mark of a footnote, which leads to its text. */
export function footnoteLink(number: number): string {
  return `<sup><a id="fn-${number}-mark" href="#fn-${number}" aria-label="Footnote ${number}">${number}</a></sup>`;
}

/** Returns the list of footnotes, each with a link back. `items` have no end tags. */
export function footnoteList(items: readonly string[]): string {
  if (items.length === 0) return '';
  const back = items.map(
    (item, index) =>
      `${item} <a href="#fn-${index + 1}-mark" aria-label="Back to the text">↩</a></li>`,
  );
  return `<section class="footnotes" aria-label="Footnotes"><ol>${back.join('')}</ol></section>`;
}
