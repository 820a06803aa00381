import { useId } from 'react';
import {
  type Document,
  MAX_SERIES_LENGTH,
  type UsedSeries,
} from '../../../../api/contract/documents.ts';
import { Field } from '../../ui/Field.tsx';

interface Props {
  series: Document['series'];
  suggestions: readonly UsedSeries[];
  onChange(series: { title: string; position?: number } | null): void;
}

export function SeriesFields({ series, suggestions, onChange }: Props) {
  const listId = useId();
  const title = series?.title ?? '';
  return (
    <>
      <div>
        <Field
          label="Series"
          list={listId}
          autoComplete="off"
          maxLength={MAX_SERIES_LENGTH}
          value={title}
          hint="Posts with the same series link to each other, in order. Leave this empty for none."
          onChange={({ target }) => {
            const next = target.value;
            const { position } = series ?? {};
            onChange(next.trim() === '' ? null : { title: next, ...(position && { position }) });
          }}
        />
        <datalist id={listId}>
          {suggestions.map(({ slug, title: name }) => (
            <option key={slug} value={name} />
          ))}
        </datalist>
      </div>
      {series && (
        <Field
          label="Place in the series"
          type="number"
          inputMode="numeric"
          min={1}
          max={10_000}
          value={series.position || ''}
          hint="Posts with the same number are sorted by date."
          onChange={({ target }) => {
            const position = Math.trunc(target.valueAsNumber);
            if (position >= 1 && position <= 10_000) onChange({ title, position });
          }}
        />
      )}
    </>
  );
}
