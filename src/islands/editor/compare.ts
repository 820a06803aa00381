import { diffArrays } from 'diff';

const CONTEXT_LINES = 2;
/** Above this number of differences, the versions count as entirely different. */
const MAX_DIFFERENCES = 2000;

/** A line of each version, as JSON; null where the other version has an additional line. */
export interface Row {
  theirs: string | null;
  mine: string | null;
}

export interface Change {
  kind: 'same' | 'removed' | 'added';
  items: string[];
}

/** Compares lines or words by their JSON, so that formats count as well as text. */
export function compare(before: readonly unknown[], after: readonly unknown[]): Change[] {
  const old = before.map((item) => JSON.stringify(item));
  const now = after.map((item) => JSON.stringify(item));
  const parts = diffArrays(old, now, { maxEditLength: MAX_DIFFERENCES }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ];
  return parts.map(({ removed, added, value }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    items: value,
  }));
}

/**
 * Pairs the lines of both versions, and replaces long unchanged parts with their number of lines.
 */
export function rowsOf(changes: Change[]): (Row | number)[] {
  const rows: (Row | number)[] = [];
  for (const [index, { kind, items }] of changes.entries()) {
    const previous = changes[index - 1];
    const next = changes[index + 1];
    if (kind === 'same') {
      rows.push(...collapse(items, index === 0, index === changes.length - 1));
    } else if (kind === 'removed') {
      rows.push(...pair(items, next?.kind === 'added' ? next.items : []));
    } else if (previous?.kind !== 'removed') {
      rows.push(...pair([], items));
    }
  }
  return rows;
}

function pair(theirs: string[], mine: string[]): Row[] {
  return Array.from({ length: Math.max(theirs.length, mine.length) }, (_, index) => ({
    theirs: theirs[index] ?? null,
    mine: mine[index] ?? null,
  }));
}

function collapse(lines: string[], isFirst: boolean, isLast: boolean): (Row | number)[] {
  const before = isFirst ? 0 : CONTEXT_LINES;
  const after = isLast ? 0 : CONTEXT_LINES;
  const hidden = lines.length - before - after;
  if (hidden < 2) return pair(lines, lines);
  const [head, tail] = [lines.slice(0, before), lines.slice(lines.length - after)];
  return [...pair(head, head), hidden, ...pair(tail, tail)];
}
