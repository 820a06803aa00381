import { type ComponentProps, type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { Icon } from '../../icons/Icon.tsx';

interface Frame {
  label: ReactNode;
  /** What is wrong with the value. Linked to the field and announced. */
  error?: string | undefined;
  /** The id of the form's alert, if it is about this field. */
  errorId?: string | undefined;
  /** Help that is shown before typing. */
  hint?: ReactNode;
  className?: string;
}

/** Attributes that link a control to its label, hint, and error. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The label, hint, and error around a control, which `children` renders with the given attributes. */
export function FieldFrame({
  label,
  error,
  errorId,
  hint,
  id: given,
  className = '',
  children,
}: Frame & { id?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const generated = useId();
  const id = given ?? generated;
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : '', errorId ?? '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
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

type InputProps = Frame & Omit<ComponentProps<'input'>, 'className'>;

/** A text field. */
export function Field({ label, error, errorId, hint, className, id, ...input }: InputProps) {
  return (
    <FieldFrame {...{ label, error, errorId, hint, className, id }}>
      {(control) => <input {...input} {...control} className="field" />}
    </FieldFrame>
  );
}

/** A password field with a button that shows or hides the password. */
export function PasswordField({
  label,
  error,
  errorId,
  hint,
  className,
  id,
  ...input
}: InputProps) {
  const [shown, setShown] = useState(false);
  const isHydrated = useIsHydrated();
  return (
    <FieldFrame {...{ label, error, errorId, hint, className, id }}>
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
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** A labeled select. */
export function SelectField({
  label,
  error,
  errorId,
  hint,
  className,
  id,
  children,
  ...select
}: Frame & Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <FieldFrame {...{ label, error, errorId, hint, className, id }}>
      {(control) => (
        <select {...select} {...control} className="field">
          {children}
        </select>
      )}
    </FieldFrame>
  );
}
