import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';

interface Props extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
  /** Disables the button and shows a spinner, with `busyLabel` instead of the label. */
  busy?: boolean;
  busyLabel?: string;
  small?: boolean;
}

/** A button. Its default type is `button`, so it doesn't submit a form by accident. */
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

/**
 * Disabling a focused button drops the focus. This restores it unless it moved elsewhere. Chromium
 * 150 drops it at once, before effects run, so this looks during rendering.
 */
function useFocusBack(button: RefObject<HTMLButtonElement | null>, isOff: boolean): void {
  const hadFocus = useRef(false);
  const wasOff = useRef(isOff);
  if (isOff && !wasOff.current) {
    hadFocus.current = button.current !== null && document.activeElement === button.current;
  }
  useLayoutEffect(() => {
    wasOff.current = isOff;
    if (isOff) return;
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (hadFocus.current && isNowhere) button.current?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, [button, isOff]);
}

/** A spinning ring. Without a label, the text next to it has to say what is happening. */
export function Spinner({ label, className = '' }: { label?: string; className?: string }) {
  return label ? (
    <span role="status" className={`inline-flex items-center gap-3 text-muted ${className}`}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </span>
  ) : (
    <span className={`spinner ${className}`} aria-hidden="true" />
  );
}
