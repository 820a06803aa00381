import { type ComponentProps, type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { keepWhole } from './keep-whole.ts';

interface Frame {
  label: string;
  error?: string;
  /** The id of the form's alert, if it is about this field. */
  errorId?: string;
  hint?: string;
  className?: string;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/**
 * The label, hint, and error around a control, which `children` renders with the given attributes.
 */
export function FieldFrame({
  label,
  error,
  errorId,
  hint,
  className,
  children,
}: Frame & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean);
  return (
    <div ref={keepWhole} className={className}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': error || errorId ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type InputProps = Frame & ComponentProps<'input'>;

export function Field({ label, error, errorId, hint, className, ...input }: InputProps) {
  return (
    <FieldFrame label={label} error={error} errorId={errorId} hint={hint} className={className}>
      {(control) => <input {...input} {...control} className="field" />}
    </FieldFrame>
  );
}

type TextAreaProps = Frame & ComponentProps<'textarea'>;

export function TextAreaField({
  label,
  error,
  errorId,
  hint,
  className,
  ...textarea
}: TextAreaProps) {
  return (
    <FieldFrame label={label} error={error} errorId={errorId} hint={hint} className={className}>
      {(control) => <textarea {...textarea} {...control} className="field" />}
    </FieldFrame>
  );
}

/** A password field with a button that shows or hides the password. */
export function PasswordField({ label, errorId, hint, ...input }: Omit<InputProps, 'error'>) {
  const [shown, setShown] = useState(false);
  const isHydrated = useIsHydrated();
  return (
    <FieldFrame label={label} errorId={errorId} hint={hint}>
      {(control) => (
        <div className="relative">
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className="field pr-12"
          />
          <button
            type="button"
            className="icon-btn absolute inset-y-0 right-0"
            aria-label={shown ? 'Hide what was typed' : 'Show what was typed'}
            aria-pressed={shown}
            disabled={!isHydrated}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} size={18} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

/** False until hydration, so that controls that need the script can be disabled. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

export function SelectField({ label, ...select }: { label: string } & ComponentProps<'select'>) {
  return (
    <FieldFrame label={label}>
      {(control) => <select {...select} {...control} className="field" />}
    </FieldFrame>
  );
}
