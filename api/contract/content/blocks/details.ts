import { type BlockWriter, isElement } from './block.ts';

/** What browsers show for details without a summary. */
const DEFAULT_SUMMARY = 'Details';

/** `<details>` with a `<summary>`, which is one line, and blocks. */
export const details: BlockWriter = ({ children }, contents) => {
  const summary = children.find((node) => isElement(node) && node.name === 'summary');
  const title = summary && isElement(summary) ? contents.text(summary.children) : '';
  const inner = contents.blocks(children.filter((node) => node !== summary));
  if (title === '' && inner === '') return '';
  const tag = contents.emit('<details><summary>');
  return `${tag}${title || DEFAULT_SUMMARY}</summary>${inner}</details>`;
};
