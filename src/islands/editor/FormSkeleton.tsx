import { Skeleton } from '../ui/Skeleton.tsx';

/** The shape of the form while it is not known who is here, or what the post is. */
export function FormSkeleton() {
  return (
    <div className="post-form" aria-hidden="true">
      <Skeleton className="h-12 w-full" />
      <div className="post-form-about">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
