import { useId } from 'react';
import { MAX_TITLE_LENGTH } from '../../../api/contract/posts.ts';
import { keepWhole } from '../ui/keep-whole.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  onEnter: () => void;
  errorId?: string;
}

/** The title, as it will look on the page. It wraps and grows, but has no line breaks. */
export function TitleField({ value, onChange, onEnter, errorId }: Props) {
  const id = useId();
  return (
    // The hidden copy of the text in `::after` makes the field as high as the text.
    <div ref={keepWhole} className="title-field" data-value={value}>
      <label htmlFor={id} className="sr-only">
        Title
      </label>
      <textarea
        id={id}
        name="title"
        rows={1}
        dir="auto"
        required
        maxLength={MAX_TITLE_LENGTH}
        placeholder="Title"
        autoComplete="off"
        value={value}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          // Enter also ends the input of a Chinese or Japanese word.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </div>
  );
}
