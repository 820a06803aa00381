import { type ComponentProps, type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { Icon } from '../../icons/Icon.tsx';

interface Frame {
  label: ReactNode;
  /** What is wrong with the value; tied to the field and announced. */
  error?: string | undefined;
  /** Id of a message elsewhere that says what is wrong with the value: the alert of the form. */
  wrongBy?: string | undefined;
  /** What to know before typing. */
  hint?: ReactNode;
  className?: string;
}

/** What a control of a field must carry. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, control, hint and error of one value. `children` renders the control with what ties it to them. */
export function FieldFrame({
  label,
  error,
  wrongBy,
  hint,
  id: given,
  className = '',
  children,
}: Frame & { id?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const generated = useId();
  const id = given ?? generated;
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : '', wrongBy ?? '']
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
        'aria-invalid': error || wrongBy ? true : undefined,
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
export function Field({ label, error, wrongBy, hint, className, id, ...input }: InputProps) {
  return (
    <FieldFrame {...{ label, error, wrongBy, hint, className, id }}>
      {(control) => <input {...input} {...control} className="field" />}
    </FieldFrame>
  );
}

/** A password field with a switch that shows what has been typed. */
export function PasswordField({
  label,
  error,
  wrongBy,
  hint,
  className,
  id,
  ...input
}: InputProps) {
  const [shown, setShown] = useState(false);
  const isHydrated = useIsHydrated();
  return (
    <FieldFrame {...{ label, error, wrongBy, hint, className, id }}>
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

/** False in the server's HTML until its script is there: a control that would do nothing yet says so. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** A choice from a list. */
export function SelectField({
  label,
  error,
  wrongBy,
  hint,
  className,
  id,
  children,
  ...select
}: Frame & Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <FieldFrame {...{ label, error, wrongBy, hint, className, id }}>
      {(control) => (
        <select {...select} {...control} className="field">
          {children}
        </select>
      )}
    </FieldFrame>
  );
}
