import type { ReactNode } from 'react';

/** A gray shape in place of something that is loading. Its classes set the size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}

interface ListProps {
  count?: number;
  label?: string;
  className: string;
  children: ReactNode;
}

/** The shape of a list that is loading: `children`, `count` times. */
export function ListSkeleton({ count = 9, label = 'Loading...', className, children }: ListProps) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className={className} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical items, never reordered
          <div key={index}>{children}</div>
        ))}
      </div>
    </div>
  );
}

export function BoxSkeleton({ className }: { className: string }) {
  return (
    <ListSkeleton count={1} className="">
      <Skeleton className={className} />
    </ListSkeleton>
  );
}

/** `picture`: the classes of the picture at the start of each row. */
export function RowsSkeleton({ count = 5, picture = 'size-10 rounded-full' }) {
  return (
    <ListSkeleton count={count} className="divide-y divide-line">
      <div className="flex items-center gap-4 py-4">
        {picture && <Skeleton className={`shrink-0 ${picture}`} />}
        <div className="grow">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="mt-2 h-4 w-3/4" />
        </div>
      </div>
    </ListSkeleton>
  );
}
