import { Skeleton } from '../ui/Skeleton.tsx';

/** More than this is below the view anyhow. */
const MOST_ROWS = 6;

/** The shape of so many comments while they are being loaded: what stands below them must not jump. */
export function ThreadSkeleton({ count }: { count: number }) {
  return (
    <div role="status" data-needs-js>
      <span className="sr-only">Loading the comments...</span>
      <div className="divide-y divide-line" aria-hidden="true">
        {Array.from({ length: Math.min(Math.max(count, 1), MOST_ROWS) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never reordered
          <div key={index} className="flex items-start gap-3 pt-5 pb-3 sm:gap-4">
            <Skeleton className="size-10 shrink-0 rounded-full" />
            <div className="grow">
              <Skeleton className="h-5 w-1/3" />
              <Skeleton className="mt-2 h-5 w-11/12" />
              <Skeleton className="mt-2 h-5 w-2/3 sm:hidden" />
              <Skeleton className="mt-3 mb-2 h-6 w-16" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
