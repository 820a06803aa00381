import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { AddPage } from './AddPage.tsx';
import { ListRow, type RowAction } from './ListRow.tsx';
import { type ListItem, type ListKind, moved } from './list-kinds.ts';
import { useDragOrder } from './useDragOrder.ts';

interface Props {
  label: string;
  hint: string | undefined;
  /** A message, and the name of the part it's about. */
  error: { text: string; part?: string } | undefined;
  kind: ListKind;
  items: readonly ListItem[];
  onChange: (items: readonly ListItem[]) => void;
}

/** A list of entries: add, remove, and reorder, with buttons or by dragging. */
export function ListField({ label, hint, error, kind, items, onChange }: Props) {
  const id = useId();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const focus = useFocusIn(fieldset);
  const nameAt = (index: number) =>
    (items[index] && kind.nameOf(items[index]).trim()) || `${kind.item} ${index + 1}`;
  const { dragged, start } = useDragOrder({
    list,
    items,
    onChange,
    onDropped: (item, index) => sayMoved(kind.nameOf(item), index),
  });
  const sayMoved = (name: string, index: number) =>
    setAnnouncement(`${name} moved to position ${index + 1} of ${items.length}.`);

  const move = (from: number, to: number) => {
    onChange(moved(items, from, to));
    sayMoved(nameAt(from), to);
    const [first, second]: RowAction[] = to < from ? ['up', 'down'] : ['down', 'up'];
    // At the end of the list, the button for going further is disabled.
    focus(`${row(to)} [data-action=${first}]:enabled`, `${row(to)} [data-action=${second}]`);
  };
  const remove = (index: number) => {
    onChange(items.toSpliced(index, 1));
    setAnnouncement(`${nameAt(index)} removed.`);
    focus(`${row(Math.min(index, items.length - 2))} button:enabled`, '[data-action=add]');
  };
  const blank = Object.fromEntries(kind.parts.map(({ name }) => [name, '']));
  const add = (item: ListItem) => {
    onChange([...items, item]);
    setAnnouncement(`${sentence(kind.item)} added.`);
    focus(`${row(items.length)} input`);
  };
  const run = (index: number, action: RowAction) => {
    if (action === 'remove') remove(index);
    else move(index, action === 'up' ? index - 1 : index + 1);
  };
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset ref={fieldset} className="min-w-0" aria-describedby={described || undefined}>
      <legend className="field-label">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="field-hint mt-0">
          {hint}
        </p>
      )}
      <ol ref={list} className="mt-2 grid grid-cols-1 gap-2">
        {items.map((item, index) => (
          <ListRow
            // Entries have no ids, and all their texts can change.
            // biome-ignore lint/suspicious/noArrayIndexKey: the row keeps the pointer and the focus
            key={index}
            kind={kind}
            item={item}
            name={nameAt(index)}
            place={{ index, count: items.length }}
            error={error && { part: error.part, id: `${id}-error` }}
            isDragged={index === dragged}
            onDrag={(event) => start(event, index)}
            onChange={(changed) => onChange(items.with(index, changed))}
            onAction={(action) => run(index, action)}
          />
        ))}
      </ol>
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error.text}
        </p>
      )}
      {kind.max !== undefined && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            variant="secondary"
            small
            data-action="add"
            disabled={items.length >= kind.max}
            onClick={() => add(blank)}
          >
            Add {kind.item}
          </Button>
          {kind.hasPages && (
            <AddPage items={items} disabled={items.length >= kind.max} onAdd={add} />
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  );
}

const row = (index: number) => `li:nth-child(${index + 1})`;

/** Returns a function that, after the next rendering, focuses what the first selector finds. */
function useFocusIn(root: RefObject<HTMLElement | null>) {
  const [selectors, setSelectors] = useState<string[]>([]);
  useEffect(() => {
    const found = selectors.map((selector) => root.current?.querySelector<HTMLElement>(selector));
    found.find((element) => element)?.focus();
  }, [selectors, root]);
  return (...wanted: string[]) => setSelectors(wanted);
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
