import { lazy, Suspense, useState } from 'react';
import type { ListedPost } from './listed-post.ts';

const PostViews = lazy(async () => ({
  default: (await import('../views/PostViews.tsx')).PostViews,
}));

/** The number of views of a post; opens its chart. */
export function ViewsButton({ post, describedBy }: { post: ListedPost; describedBy: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { _id, title, views } = post;
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-11 items-center underline-offset-2 hover:text-ink hover:underline @4xl:min-h-6"
        aria-describedby={describedBy}
        onClick={() => setIsOpen(true)}
      >
        {views.toLocaleString('en-US')} {views === 1 ? 'view' : 'views'}
      </button>
      {isOpen && (
        <Suspense>
          <PostViews postId={_id} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
