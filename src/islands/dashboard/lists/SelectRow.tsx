import { useEffect, useRef } from 'react';
import type { SelectionProps } from './selection.ts';

const BOX = 'size-5 accent-accent';
/** 44 pixels to touch. */
const LABEL = 'inline-grid size-11 cursor-pointer place-items-center';

interface Props {
  id: string;
  ids: readonly string[];
  selection: SelectionProps;
}

/** Selects a row. With Shift, also all rows since the last selected one. */
export function SelectRow({ id, ids, selection }: Props) {
  return (
    <label className={LABEL}>
      <span className="sr-only">Select</span>
      <input
        type="checkbox"
        className={BOX}
        aria-describedby={`${selection.noun}-${id}`}
        checked={selection.chosen.has(id)}
        onChange={({ nativeEvent }) => {
          const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
          selection.toggle(id, { ids, isRange });
        }}
      />
    </label>
  );
}

export function SelectAll({ ids, selection }: Omit<Props, 'id'>) {
  const box = useRef<HTMLInputElement>(null);
  const count = ids.filter((id) => selection.chosen.has(id)).length;
  const isAll = count > 0 && count === ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <label className={LABEL}>
      <span className="sr-only">Select all rows</span>
      <input
        ref={box}
        type="checkbox"
        className={BOX}
        checked={isAll}
        onChange={() => selection.setAll(ids, !isAll)}
      />
    </label>
  );
}
