import { Icon } from '../../icons/Icon.tsx';
import type { IconName } from '../../icons/icons.ts';

export const THEMES = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const;

interface SwitchProps<T extends string | number> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string; icon?: IconName }[];
  onChange: (value: T) => void;
  className?: string;
}

/** A row of toggle buttons: exactly one is pressed. */
export function Switch<T extends string | number>(props: SwitchProps<T>) {
  const { label, value, choices, onChange, className = '' } = props;
  return (
    <fieldset className={`flex rounded-xl border border-line bg-raised p-0.75 ${className}`}>
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value: own, label: name, icon }) => (
        <button
          key={own}
          type="button"
          className="inline-flex min-h-9.5 items-center gap-1.5 rounded-lg px-3 font-semibold text-muted text-sm aria-pressed:bg-accent-soft aria-pressed:text-accent-strong pointer-coarse:min-h-11"
          aria-pressed={own === value}
          onClick={() => onChange(own)}
        >
          {icon && <Icon name={icon} size={16} />}
          {name}
        </button>
      ))}
    </fieldset>
  );
}
