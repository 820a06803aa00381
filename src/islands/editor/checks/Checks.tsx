import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { whenIdle } from '../../ui/when-idle.ts';
import type { DocumentForm } from '../useDocumentForm.ts';
import { selectPlace, suggestionsIn } from './places.ts';
import type { Suggestion } from './rules.ts';

/** Checking reads the whole text, so it waits for a pause. */
const PAUSE_MS = 1_000;

/** The list doesn't cover the text. */
const WIDE = '(min-width: 80rem)';

/**
 * "3 suggestions": advice before publishing. Each item leads to its place. Hidden if there are
 * none.
 */
export function Checks({ form }: { form: DocumentForm }) {
  const suggestions = useSuggestions(form);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (suggestions.length === 0) return null;
  const close = () => {
    setIsOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    close();
  };
  const choose = (suggestion: Suggestion) => {
    if (!window.matchMedia(WIDE).matches) setIsOpen(false);
    goTo(suggestion, form);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list
    <div className="checks" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="btn btn-quiet checks-button"
        data-blocking={suggestions.some(({ isBlocking }) => isBlocking) || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {suggestions.length} {suggestions.length === 1 ? 'suggestion' : 'suggestions'}
      </button>
      {isOpen && <List id={id} suggestions={suggestions} onChoose={choose} onClose={close} />}
    </div>
  );
}

interface ListProps {
  id: string;
  suggestions: readonly Suggestion[];
  onChoose(suggestion: Suggestion): void;
  onClose(): void;
}

function List({ id, suggestions, onChoose, onClose }: ListProps) {
  return (
    <section id={id} className="checks-list" aria-label="Suggestions">
      <div className="checks-head">
        <p>Before you publish</p>
        <button
          type="button"
          className="icon-btn"
          aria-label="Close the suggestions"
          onClick={onClose}
        >
          <Icon name="x" size={20} />
        </button>
      </div>
      <ul>
        {suggestions.map((suggestion) => (
          <li key={keyOf(suggestion)}>
            <button type="button" onClick={() => onChoose(suggestion)}>
              <span className="font-semibold">{suggestion.text}</span>
              <span className="text-muted">{suggestion.advice}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows what a suggestion is about: selected in the text, or the field of the cover. */
function goTo({ place }: Suggestion, form: DocumentForm): void {
  const editor = form.content.editor.current;
  if (place.kind === 'cover') {
    form.panel.show();
    const field = form.element.current?.querySelector<HTMLElement>('[name="imageAlt"]');
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  } else if (editor) selectPlace(editor, place);
}

const keyOf = ({ text, place }: Suggestion) => `${place.kind} ${place.index} ${text}`;

/** Checks the post after each pause in writing, when the browser has time. */
function useSuggestions({ content, fields: { image, imageAlt } }: DocumentForm): Suggestion[] {
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const latest = useRef(content);
  latest.current = content;
  const { isReady, editor } = content;
  useEffect(() => {
    const current = editor.current;
    if (!isReady || !current) return;
    let isOver = false;
    const check = () => {
      if (isOver) return;
      const html = latest.current.currentHtml() ?? '';
      const next = suggestionsIn(current, html, { image, imageAlt });
      setSuggestions((before) => (isSame(before, next) ? before : next));
    };
    let timer: ReturnType<typeof setTimeout>;
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(() => whenIdle(check), PAUSE_MS);
    };
    onChange();
    current.quill.on('text-change', onChange);
    return () => {
      isOver = true;
      clearTimeout(timer);
      current.quill.off('text-change', onChange);
    };
  }, [isReady, editor, image, imageAlt]);
  return suggestions;
}

function isSame(before: readonly Suggestion[], after: readonly Suggestion[]): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
