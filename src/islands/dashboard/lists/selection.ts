import { useCallback, useState } from 'react';

export interface SelectionProps {
  /** The ids of the elements that describe rows begin with it: `post` and a hyphen. */
  noun: string;
  chosen: ReadonlySet<string>;
  /** With `to`, also every row between the last one that was chosen and this one. */
  toggle(id: string, options?: { ids: readonly string[]; isRange: boolean }): void;
  setAll(ids: readonly string[], isChosen: boolean): void;
}

/** The selection of a list. `clear` ends it. */
export function useSelection(noun: string): SelectionProps & { clear(): void } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const toggle: SelectionProps['toggle'] = (id, range) => {
    const isChosen = !chosen.has(id);
    const ids = range?.isRange ? between(range.ids, last, id) : [id];
    setLast(id);
    setChosen(changed(chosen, ids, isChosen));
  };
  const setAll = (ids: readonly string[], isChosen: boolean) =>
    setChosen(changed(chosen, ids, isChosen));
  const clear = useCallback(() => setChosen(new Set()), []);
  return { noun, chosen, toggle, setAll, clear };
}

function changed(chosen: ReadonlySet<string>, ids: readonly string[], isChosen: boolean) {
  const next = new Set(chosen);
  for (const id of ids) {
    if (isChosen) next.add(id);
    else next.delete(id);
  }
  return next;
}

function between(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from ?? to), ids.indexOf(to)];
  return a < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}
