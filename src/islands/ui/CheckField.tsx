import { type ComponentProps, useId } from 'react';

interface CheckProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  hint?: string;
  onChange: (checked: boolean) => void;
}

/** A checkbox with `children` as its label. */
export function CheckField({ hint, className, children, onChange, ...input }: CheckProps) {
  const hintId = useId();
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          aria-describedby={hint && hintId}
          {...input}
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          onChange={({ target }) => onChange(target.checked)}
        />
        {children}
      </label>
      {hint && (
        <p id={hintId} className="field-hint pl-8">
          {hint}
        </p>
      )}
    </div>
  );
}
