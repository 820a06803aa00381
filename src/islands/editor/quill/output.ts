/**
 * The HTML of the writing area, as it is sent: without the places of unfinished uploads. Spaces that HTML
 * would fold become hard ones, so that the post looks as it did here.
 */
export function htmlOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement;
  for (const node of copy.querySelectorAll('.ql-pending-image')) node.remove();
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    if (!/ {2}|\t/.test(text) || node.parentElement?.closest('.ql-code-block')) continue;
    node.nodeValue = text.replaceAll('\t', '    ').replace(/ {2,}/g, hardened);
  }
  return copy.innerHTML;
}

/** A line may still break before it. */
function hardened(run: string): string {
  return ` ${'\u00a0'.repeat(run.length - 1)}`;
}
