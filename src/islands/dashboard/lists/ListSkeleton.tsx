import type { ReactNode } from 'react';

interface Props {
  count?: number;
  /** Arranges the shapes as the list will arrange its items. */
  className: string;
  children: ReactNode;
}

/** The shape of a list that is being loaded: `children`, as often as needed. */
export function ListSkeleton({ count = 9, className, children }: Props) {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className={className} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never reordered
          <div key={index}>{children}</div>
        ))}
      </div>
    </div>
  );
}
