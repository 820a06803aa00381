import type Quill from 'quill/core.js';
import { Parchment, type Range as TextRange } from 'quill/core.js';

/** Returns the parts of the page that show ranges of the text. The ranges are in order. */
export function domRanges(quill: Quill, ranges: readonly TextRange[]): Range[] {
  const leaves = leavesOf(quill);
  let at = 0;
  const place = (index: number, isEnd: boolean): [Node, number] | null => {
    // The end of a range belongs to the leaf before it.
    const isBefore = ({ end }: Leaf) => (isEnd ? end < index : end <= index);
    for (let leaf = leaves[at]; leaf && isBefore(leaf); leaf = leaves[at]) at += 1;
    const { blot, start } = leaves[at] ?? {};
    return blot && start !== undefined ? blot.position(index - start, false) : null;
  };
  return ranges.flatMap(({ index, length }) => {
    const [start, end] = [place(index, false), place(index + length, true)];
    if (!start || !end) return [];
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    return [range];
  });
}

interface Leaf {
  blot: Parchment.LeafBlot;
  start: number;
  end: number;
}

/** Returns the texts and embeds of all lines, with their positions. */
function leavesOf(quill: Quill): Leaf[] {
  const leaves: Leaf[] = [];
  let start = 0;
  for (const line of quill.getLines()) {
    const inLine = isLeaf(line) ? [line] : line.descendants(isLeaf);
    let end = start;
    for (const blot of inLine) {
      if (!isLeaf(blot)) continue;
      leaves.push({ blot, start: end, end: end + blot.length() });
      end += blot.length();
    }
    start += line.length();
  }
  return leaves;
}

const isLeaf = (blot: Parchment.Blot): blot is Parchment.LeafBlot =>
  blot instanceof Parchment.LeafBlot;
