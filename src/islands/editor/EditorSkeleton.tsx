import { Skeleton } from '../ui/Skeleton.tsx';

export function EditorSkeleton() {
  return (
    <div className="writing" aria-hidden="true">
      <div className="writing-head">
        <Skeleton className="h-5 w-16" />
        <div className="writing-status" />
        <Skeleton className="writing-publish h-11 w-28" />
      </div>
      <div className="writing-text">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-8 h-5 w-11/12" />
        <Skeleton className="mt-4 h-5 w-2/3" />
      </div>
    </div>
  );
}
