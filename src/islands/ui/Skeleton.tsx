/** A grey shape where something is being loaded. Sized by its classes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}

/** Post cards that are being loaded; `label` is announced. */
export function PostGridSkeleton({
  count = 9,
  label = 'Loading...',
}: {
  count?: number;
  label?: string;
}) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className="post-grid" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never reordered
          <div key={index}>
            <Skeleton className="aspect-video rounded-[0.875rem]" />
            <Skeleton className="mt-5 h-6 w-24 rounded-full" />
            <Skeleton className="mt-3 h-6 w-11/12" />
            <Skeleton className="mt-3 h-4 w-full" />
            <Skeleton className="mt-2 h-4 w-2/3" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Rows of a list that are being loaded; `label` is announced. */
export function RowsSkeleton({
  count = 5,
  label = 'Loading...',
}: {
  count?: number;
  label?: string;
}) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className="divide-y divide-line" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never reordered
          <div key={index} className="flex items-center gap-4 py-4">
            <Skeleton className="size-10 shrink-0 rounded-full" />
            <div className="grow">
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="mt-2 h-4 w-3/4" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
