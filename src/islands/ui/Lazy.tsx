import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Spinner } from './Button.tsx';
import { ErrorState } from './list-states.tsx';

interface Props<P> {
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** What is loading, such as "the version history". */
  name: string;
  /** What to show while it loads. Default: a spinner. */
  fallback?: ReactNode;
  frame?: (message: ReactNode) => ReactNode;
}

/** What was loaded, so that it's shown at once. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();

/** Loads a component that is likely to be needed soon. */
export function preload(load: () => Promise<unknown>): void {
  if (loaded.has(load)) return;
  // Without it, the component is loaded when it's needed.
  load().then(
    (component) => loaded.set(load, component),
    () => undefined,
  );
}

/**
 * Shows a component whose code is loaded when it's needed, or an error with a way to try again. It
 * also tries again when the browser is online again.
 */
export function Lazy<P extends object>({
  load,
  props,
  name,
  fallback = <Spinner label={`Loading ${name}`} className="my-4" />,
  frame = (message) => message,
}: Props<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(
    () => (loaded.get(load) as ComponentType<P>) ?? null,
  );
  const [hasFailed, setHasFailed] = useState(false);
  const latest = useRef(load);
  useEffect(() => {
    if (hasFailed || Loaded) return;
    latest.current().then(
      // A function would be called: React takes it for an update of the state.
      (component) => setLoaded(() => component),
      () => setHasFailed(true),
    );
  }, [hasFailed, Loaded]);
  useEffect(() => {
    if (!hasFailed) return;
    const retry = () => setHasFailed(false);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [hasFailed]);
  if (Loaded) return <Loaded {...props} />;
  if (!hasFailed) return frame(fallback);
  return frame(
    <ErrorState
      compact
      title={`${name.charAt(0).toUpperCase()}${name.slice(1)} couldn't be loaded`}
      onRetry={() => setHasFailed(false)}
    />,
  );
}
