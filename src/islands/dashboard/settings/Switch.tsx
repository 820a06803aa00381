import { type ReactNode, useId } from 'react';

interface SwitchProps {
  checked: boolean;
  disabled: boolean;
  hint: string;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A setting that is on or off. */
export function Switch({ checked, disabled, hint, onChange, children }: SwitchProps) {
  const hintId = useId();
  return (
    <>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          aria-describedby={hintId}
          checked={checked}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked)}
        />
        {children}
      </label>
      <p id={hintId} className="field-hint mb-2 pl-8">
        {hint}
      </p>
    </>
  );
}
