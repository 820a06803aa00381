import { type KeyboardEvent, useId, useRef, useState } from 'react';
import {
  isTag,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  TAG_RULE,
  type UsedTag,
} from '../../../../api/contract/documents.ts';
import { truncate } from '../../../../api/contract/truncate.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { isSameLabel } from '../../../lib/same-label.ts';
import { isComposing } from '../../ui/is-composing.ts';
import { keepWhole } from '../../ui/keep-whole.ts';

interface Props {
  tags: readonly string[];
  suggestions: readonly UsedTag[];
  onChange(tags: string[]): void;
}

/**
 * Tags as chips. Enter or a comma adds what was typed; Backspace in the empty field removes the
 * last.
 */
export function TagsField({ tags, suggestions, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState('');
  const [isRefused, setRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isFull = tags.length >= MAX_TAGS;

  const add = (text: string) => {
    const added = text
      .split(',')
      .map((label) => truncate(label.trim(), MAX_TAG_LENGTH))
      .filter(Boolean);
    const next = [...tags];
    const refused = added.filter((label) => !isTag(label));
    setRefused(refused.length > 0);
    for (const label of added.filter(isTag)) {
      const isThere = next.some((tag) => isSameLabel(tag, label));
      if (!isThere && next.length < MAX_TAGS) next.push(label);
    }
    setTyped(refused.join(', '));
    if (next.length === tags.length) return;
    setStatus(`Added ${next.slice(tags.length).join(', ')}.`);
    onChange(next);
  };
  const remove = (label: string) => {
    setStatus(`Removed ${label}.`);
    onChange(tags.filter((tag) => tag !== label));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '') {
      const last = tags.at(-1);
      if (last !== undefined) remove(last);
    }
  };
  return (
    <div ref={keepWhole}>
      <label htmlFor={id} className="field-label">
        Tags
      </label>
      {tags.length > 0 && (
        <ul className="tag-list" aria-label="Chosen tags">
          {tags.map((tag) => (
            <li key={tag} className="tag-item">
              {tag}
              <button
                type="button"
                className="icon-btn"
                aria-label={`Remove tag ${tag}`}
                onClick={() => remove(tag)}
              >
                <Icon name="x" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={id}
        className="field"
        list={`${id}-list`}
        value={typed}
        disabled={isFull}
        maxLength={MAX_TAG_LENGTH}
        aria-describedby={`${id}-hint`}
        aria-invalid={isRefused || undefined}
        autoComplete="off"
        onChange={({ target }) => {
          const isChosen = suggestions.some(({ label }) => label === target.value);
          setRefused(false);
          // A choice from the list comes without a key.
          if (target.value.includes(',') || (isChosen && !isTyping(target.value, typed))) {
            add(target.value);
          } else setTyped(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => add(typed)}
      />
      <datalist id={`${id}-list`}>
        {suggestions
          .filter(({ label }) => !tags.some((tag) => isSameLabel(tag, label)))
          .map(({ slug, label }) => (
            <option key={slug} value={label} />
          ))}
      </datalist>
      <p
        id={`${id}-hint`}
        className={isRefused ? 'field-error' : 'field-hint'}
        role={isRefused ? 'alert' : undefined}
      >
        {isRefused ? TAG_RULE : hintFor(isFull)}
      </p>
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  );
}

function hintFor(isFull: boolean): string {
  return isFull ? `A post can have ${MAX_TAGS} tags.` : 'Press Enter after each tag.';
}

function isTyping(next: string, before: string): boolean {
  return next.length === before.length + 1 && next.startsWith(before);
}
