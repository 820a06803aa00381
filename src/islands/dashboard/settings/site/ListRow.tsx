import type { PointerEvent } from 'react';
import { Icon } from '../../../../icons/Icon.tsx';
import { Field } from '../../../ui/Field.tsx';
import type { ListItem, ListKind } from './list-kinds.ts';

export type RowAction = 'up' | 'down' | 'remove';

interface Props {
  kind: ListKind;
  item: ListItem;
  name: string;
  place: { index: number; count: number };
  /** The id of a message, and the name of the part it's about. */
  error: { id: string; part: string | undefined } | undefined;
  isDragged: boolean;
  onDrag: (event: PointerEvent<HTMLElement>) => void;
  onChange: (item: ListItem) => void;
  onAction: (action: RowAction) => void;
}

/** An entry of a list: its buttons and its fields. */
export function ListRow(props: Props) {
  const { kind, item, name, error, isDragged, onDrag, onChange } = props;
  const isFixed = kind.isFixed?.(item) ?? false;
  return (
    <li
      className={`@container rounded-md border px-1 ${isDragged ? 'border-accent bg-sunken' : 'border-line'}`}
    >
      <div className="flex min-h-12 items-center">
        {kind.canMove && (
          <span
            aria-hidden="true"
            title="Drag to reorder"
            className="icon-btn hidden cursor-grab touch-none select-none @xs:inline-grid"
            onPointerDown={onDrag}
          >
            <Icon name="menu" size={18} />
          </span>
        )}
        <p className={`min-w-0 grow truncate text-sm ${kind.canMove ? '@max-xs:pl-3' : 'pl-3'}`}>
          {name}
        </p>
        <RowButtons {...props} isFixed={isFixed} />
      </div>
      {kind.parts.length > 0 && (
        <fieldset
          aria-label={name}
          className="grid min-w-0 grid-cols-1 gap-3 px-3 pb-3 @md:grid-cols-2"
        >
          {kind.parts.map((part) => {
            const text = item[part.name] ?? '';
            const isWrong = error?.part === part.name && part.isValid?.(text) === false;
            return (
              <Field
                key={part.name}
                label={part.label}
                hint={part.hint}
                errorId={isWrong ? error.id : undefined}
                autoComplete="off"
                readOnly={isFixed && part.isKey}
                value={text}
                onChange={({ target }) => onChange({ ...item, [part.name]: target.value })}
                onBlur={() => {
                  const completed = kind.complete?.(item) ?? item;
                  if (completed !== item) onChange(completed);
                }}
              />
            );
          })}
        </fieldset>
      )}
    </li>
  );
}

interface ButtonProps {
  action: RowAction;
  label: string;
  disabled: boolean;
}

function RowButtons({ kind, name, place, isFixed, onAction }: Props & { isFixed: boolean }) {
  const { index, count } = place;
  const moves: ButtonProps[] = [
    { action: 'up', label: `Move ${name} up`, disabled: index === 0 },
    { action: 'down', label: `Move ${name} down`, disabled: index === count - 1 },
  ];
  const remove: ButtonProps = { action: 'remove', label: `Remove ${name}`, disabled: isFixed };
  return [...(kind.canMove ? moves : []), ...(kind.max === undefined ? [] : [remove])].map(
    ({ action, label, disabled }) => (
      <button
        key={action}
        type="button"
        className="icon-btn disabled:opacity-40"
        data-action={action}
        aria-label={label}
        disabled={disabled}
        onClick={() => onAction(action)}
      >
        <Icon
          name={action === 'remove' ? 'trash' : 'chevron-down'}
          size={18}
          className={action === 'up' ? 'rotate-180' : ''}
        />
      </button>
    ),
  );
}
