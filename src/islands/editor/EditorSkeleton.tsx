import { Skeleton } from '../ui/Skeleton.tsx';

export function EditorSkeleton() {
  return (
    <div className="writing" aria-hidden="true">
      <div className="writing-text">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-8 h-11 w-full" />
        <Skeleton className="mt-8 h-5 w-11/12" />
        <Skeleton className="mt-4 h-5 w-2/3" />
      </div>
      <div className="writing-side">
        <div className="writing-details">
          <Skeleton className="h-18" />
          <Skeleton className="h-64" />
        </div>
        <div className="writing-actions">
          <div className="writing-bar">
            <Skeleton className="writing-publish h-11" />
          </div>
        </div>
      </div>
    </div>
  );
}
