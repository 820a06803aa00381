import type { ProseHeading } from './writer.ts';

/** A heading in the contents of a post. `isSub`: one level below the others. */
export interface ContentsEntry extends ProseHeading {
  isSub: boolean;
}

/** Posts with fewer headings have no contents. */
const MIN_ENTRIES = 3;
/** Longer contents show only the highest level. */
const MANY_ENTRIES = 20;
const MAX_ENTRIES = 100;

/** Returns the contents of a post: its two highest levels of headings. */
export function contentsOf(headings: readonly ProseHeading[]): ContentsEntry[] {
  let top = 6;
  for (const { level } of headings) top = Math.min(top, level);
  const upTo = (deepest: number) =>
    headings
      .filter(({ level }) => level <= deepest)
      .map((heading) => ({ ...heading, isSub: heading.level > top }));
  const both = upTo(top + 1);
  const shorter = upTo(top);
  const entries = both.length > MANY_ENTRIES && shorter.length >= MIN_ENTRIES ? shorter : both;
  return entries.length < MIN_ENTRIES ? [] : entries.slice(0, MAX_ENTRIES);
}
