import { ListSkeleton, Skeleton } from '../../ui/Skeleton.tsx';

export function LibrarySkeleton() {
  return (
    <ListSkeleton count={8} className="library-grid">
      <Skeleton className="aspect-square w-full" />
      <Skeleton className="mt-2 h-4 w-3/4" />
    </ListSkeleton>
  );
}
