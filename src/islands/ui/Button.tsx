import type { ComponentProps } from 'react';
import { Spinner } from './Spinner.tsx';

interface Props extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
  /** Under way: disabled, with a spinner; `busyLabel` then stands in for the label. */
  busy?: boolean;
  busyLabel?: string;
  small?: boolean;
}

/** A button; of type `button` unless told otherwise, so that none submits a form by accident. */
export function Button({
  variant = 'primary',
  busy = false,
  busyLabel,
  small = false,
  className = '',
  disabled,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`btn btn-${variant} ${small ? 'btn-small' : ''} ${className}`}
      disabled={busy || disabled}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
