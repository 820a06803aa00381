import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from './Button.tsx';

interface EmptyProps {
  title: string;
  text?: string;
  children?: ReactNode;
}

export function EmptyState({ title, text, children }: EmptyProps) {
  return (
    <div className="rounded-2xl border border-line border-dashed px-6 py-14 text-center">
      <p className="font-semibold font-serif text-xl">{title}</p>
      {text && <p className="mx-auto mt-2 max-w-md text-muted text-sm">{text}</p>}
      {children && <div className="mt-5 flex justify-center gap-3">{children}</div>}
    </div>
  );
}

interface ErrorProps {
  title?: string;
  text?: string;
  /** Without it, there is no button. */
  onRetry?: () => void;
  /** For panels that have a border and a heading already. */
  compact?: boolean;
}

export function ErrorState({
  title = "This couldn't be loaded",
  text = 'Please check your connection and try again.',
  onRetry,
  compact = false,
}: ErrorProps) {
  return (
    <div
      role="alert"
      className={compact ? 'py-4' : 'rounded-2xl border border-line px-6 py-12 text-center'}
    >
      <p className={compact ? 'text-sm text-soft' : 'font-semibold font-serif text-xl'}>{title}</p>
      {!compact && <p className="mx-auto mt-2 max-w-md text-muted text-sm">{text}</p>}
      {onRetry && (
        <Button
          variant="secondary"
          small={compact}
          className={compact ? 'mt-3' : 'mt-5'}
          onClick={onRetry}
        >
          <Icon name="rotate-cw" size={16} />
          Try again
        </Button>
      )}
    </div>
  );
}

interface LoadMoreProps {
  label: string;
  busy: boolean;
  disabled?: boolean;
  error: string | false;
  onLoad: () => void;
}

export function LoadMore({ label, busy, disabled, error, onLoad }: LoadMoreProps) {
  return (
    <div className="mt-8 flex flex-col items-center gap-3">
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <Button
        variant="secondary"
        busy={busy}
        busyLabel="Loading..."
        disabled={disabled}
        onClick={onLoad}
      >
        {label}
      </Button>
    </div>
  );
}

/** Focuses the first item that "Load More" adds. Call the returned function when loading starts. */
export function useFocusOnAdded(
  list: RefObject<HTMLElement | null>,
  isLoading: boolean,
  selector?: string,
): () => void {
  const last = useRef<Element>(null);
  useEffect(() => {
    if (isLoading) return;
    const added = last.current?.nextElementSibling;
    last.current = null;
    const target = selector ? added?.querySelector(selector) : added;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [isLoading, selector]);
  return () => {
    last.current = list.current?.lastElementChild ?? null;
  };
}
