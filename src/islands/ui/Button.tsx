import { type ComponentProps, useLayoutEffect, useRef } from 'react';
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
  const isOff = busy || disabled === true;
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button, isOff);
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      className={`btn btn-${variant} ${small ? 'btn-small' : ''} ${className}`}
      disabled={isOff}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

/** Browsers take the focus from a button that is switched off: it comes back, if it went nowhere else. */
function useFocusBack(
  button: { readonly current: HTMLButtonElement | null },
  isOff: boolean,
): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (isOff) {
      hadFocus.current = document.activeElement === button.current;
      return;
    }
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (hadFocus.current && isNowhere) button.current?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, [button, isOff]);
}
