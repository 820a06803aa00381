import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { Field, FieldFrame, SelectField } from '../ui/Field.tsx';
import { isComposing } from '../ui/is-composing.ts';
import { type Choice, categoryProblem, labelOf, withOthers } from './categories.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  choices: readonly Choice[];
  /** The id of the form's alert, if it is about the category. */
  errorId?: string;
}

/** The category of a new post: an existing one, or new text (WAI-ARIA combobox pattern). */
export function CategoryCombobox({ value, onChange, choices, errorId }: Props) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isTyping, setIsTyping] = useState(false);
  const [isLeft, setIsLeft] = useState(false);
  const typed = value.trim().toLowerCase();
  const shown = isTyping
    ? choices.filter(({ slug, label }) => `${slug} ${label}`.toLowerCase().includes(typed))
    : choices;
  const problem = value === '' ? '' : categoryProblem(value);

  useEffect(() => {
    // The list may be below the edge of the screen.
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const choose = (choice: Choice) => {
    onChange(choice.slug);
    close();
  };
  const close = () => {
    setIsOpen(false);
    setActive(-1);
    setIsTyping(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const choice = shown[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const from = active < 0 && step < 0 ? shown.length : active;
      setIsOpen(true);
      if (isOpen) setActive((from + step + shown.length) % (shown.length || 1));
    } else if (event.key === 'Enter' && isOpen && choice) choose(choice);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  };

  return (
    <FieldFrame
      label="Category"
      error={isLeft ? problem : ''}
      errorId={errorId}
      hint="Choose one, or type a new one."
    >
      {(control) => (
        <div className="relative">
          <input
            {...control}
            className="field pr-10"
            name="category"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen && shown.length > 0}
            aria-controls={listId}
            aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={60}
            placeholder="Select a category"
            value={isTyping ? value : labelOf(value, choices)}
            onClick={() => setIsOpen(true)}
            onChange={({ target }) => {
              onChange(target.value);
              setIsOpen(true);
              setIsTyping(true);
              setActive(-1);
              setIsLeft(false);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              close();
              setIsLeft(true);
            }}
          />
          <Icon
            name="chevron-down"
            size={18}
            className="pointer-events-none absolute top-3.25 right-3.5 text-muted"
          />
          <Options
            ref={list}
            id={listId}
            choices={shown}
            active={active}
            isOpen={isOpen}
            onChoose={choose}
          />
        </div>
      )}
    </FieldFrame>
  );
}

interface OptionsProps {
  ref: Ref<HTMLDivElement>;
  id: string;
  choices: readonly Choice[];
  active: number;
  isOpen: boolean;
  onChoose: (choice: Choice) => void;
}

function Options({ ref, id, choices, active, isOpen, onChoose }: OptionsProps) {
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label="Categories"
      className="combobox-list"
      hidden={!isOpen || choices.length === 0}
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y: the field has the focus and the keys
        <div
          key={choice.slug}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="combobox-option"
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          {choice.label}
        </div>
      ))}
    </div>
  );
}

/** Not a valid slug, so no category can have this value. */
const OTHER = '+';

/** The category of an existing post: a list whose last entry adds a category. */
export function CategorySelect({ value, onChange, choices, errorId }: Props) {
  // An empty or invalid slug comes from a draft that was saved while typing.
  const [isNew, setIsNew] = useState(categoryProblem(value) !== '');
  const [wasChosen, setWasChosen] = useState(false);
  const all = withOthers([...choices, ...(isNew ? [] : [{ slug: value, label: value }])]);
  const problem = isNew && value !== '' ? categoryProblem(value) : '';
  return (
    <div>
      <SelectField
        label="Category"
        name={isNew ? undefined : 'category'}
        value={isNew ? OTHER : value}
        onChange={({ target }) => {
          setIsNew(target.value === OTHER);
          setWasChosen(true);
          onChange(target.value === OTHER ? '' : target.value);
        }}
      >
        {all.map(({ slug, label }) => (
          <option key={slug} value={slug}>
            {label}
          </option>
        ))}
        <option value={OTHER}>New category...</option>
      </SelectField>
      {isNew && (
        <Field
          className="mt-3"
          label="New category"
          value={value}
          required
          maxLength={60}
          name="category"
          errorId={errorId}
          autoFocus={wasChosen}
          error={problem}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
