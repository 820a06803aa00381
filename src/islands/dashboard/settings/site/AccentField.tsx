import { useId } from 'react';
import { ACCENTS } from '../../../../../api/contract/site.ts';
import { SWATCHES } from './accents.ts';

interface Props {
  label: string;
  hint: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** The accents as swatches: their color in the light theme, and in the dark one. */
export function AccentField({ label, hint, value, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={hint && `${id}-hint`}>
      <legend className="field-label">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-3">
        {ACCENTS.map((accent) => {
          const { name, light, dark } = SWATCHES[accent];
          return (
            <label key={accent} className="flex min-h-11 items-center gap-2 text-sm">
              <input
                type="radio"
                name={id}
                className="size-4 shrink-0 accent-accent"
                checked={accent === value}
                onChange={() => onChange(accent)}
              />
              <span
                aria-hidden="true"
                className="size-6 shrink-0 rounded-full border border-line forced-color-adjust-none"
                style={{ background: `linear-gradient(90deg, ${light} 50%, ${dark} 50%)` }}
              />
              {name}
            </label>
          );
        })}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
