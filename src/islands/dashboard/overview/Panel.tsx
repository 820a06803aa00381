import { type ReactNode, useId } from 'react';
import { ErrorState } from '../../ui/list-states.tsx';

interface Props<T> {
  title: string;
  /** Next to the title. Describe a link with `titleId`. */
  action?: (titleId: string) => ReactNode;
  query: { data: T | undefined; isPending: boolean; isError: boolean; refetch: () => unknown };
  skeleton: ReactNode;
  className?: string;
  children: (data: T) => ReactNode;
}

/** A titled panel of the overview with its loading and error states. */
export function Panel<T>({ title, action, query, skeleton, className = '', children }: Props<T>) {
  const titleId = useId();
  const { data, isPending, isError } = query;
  return (
    <section aria-labelledby={titleId} className={`panel px-5 pt-3 pb-4 ${className}`}>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id={titleId} className="font-sans font-semibold text-base tracking-normal">
          {title}
        </h2>
        {action?.(titleId)}
      </div>
      {isPending && skeleton}
      {isError && data === undefined && <ErrorState compact onRetry={() => void query.refetch()} />}
      {data !== undefined && children(data)}
    </section>
  );
}
