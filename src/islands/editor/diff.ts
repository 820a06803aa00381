/** A run of things that both have, only the first has (`removed`), or only the second has (`added`). */
export interface Change<T> {
  kind: 'same' | 'removed' | 'added';
  items: T[];
}

/** Above this the table of the comparison would be too large: then all of it counts as changed. */
const MAX_CELLS = 4_000_000;

/** What must be removed from `before` and added to it to get `after`: the longest common subsequence. */
export function diff<T>(before: readonly T[], after: readonly T[]): Change<T>[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before.at(-1 - end) === after.at(-1 - end)
  ) {
    end++;
  }
  const changes: Change<T>[] = [];
  const add = (kind: Change<T>['kind'], items: readonly T[]) => {
    const last = changes.at(-1);
    if (items.length === 0) return;
    if (last?.kind === kind) last.items.push(...items);
    else changes.push({ kind, items: [...items] });
  };
  add('same', before.slice(0, start));
  middle(before.slice(start, before.length - end), after.slice(start, after.length - end), add);
  add('same', before.slice(before.length - end));
  return changes;
}

function middle<T>(
  before: readonly T[],
  after: readonly T[],
  add: (kind: Change<T>['kind'], items: readonly T[]) => void,
): void {
  const columns = after.length + 1;
  if (before.length * after.length > MAX_CELLS) {
    add('removed', before);
    add('added', after);
    return;
  }
  // lengths[i * columns + j]: how much before[i…] and after[j…] have in common.
  const lengths = new Uint32Array((before.length + 1) * columns);
  const at = (i: number, j: number) => lengths[i * columns + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * columns + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      add('same', before.slice(i, i + 1));
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      add('removed', before.slice(i, i + 1));
      i++;
    } else {
      add('added', after.slice(j, j + 1));
      j++;
    }
  }
  add('removed', before.slice(i));
  add('added', after.slice(j));
}
