import { useMemo, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AdminData } from '../lists/AdminData.tsx';
import { keys } from '../lists/keys.ts';
import { ListSkeleton } from '../lists/ListSkeleton.tsx';
import { ManagedList } from '../lists/ManagedList.tsx';
import type { ListSource } from '../lists/usePagedList.ts';
import type { PanelProps } from '../tabs.ts';
import { AuthorSwitch } from './AuthorSwitch.tsx';
import { PostItem } from './PostItem.tsx';
import { type PicturedPost, withPictures } from './pictured-post.ts';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-5';

/** "Manage Posts": the administrator's own posts or, with the switch, those of all authors. */
export function PostsTab({ user }: PanelProps) {
  const [allAuthors, setAllAuthors] = useState(false);
  const userId = allAuthors ? undefined : user._id;
  const source = useMemo(
    (): ListSource<PicturedPost> => ({
      key: [...keys.posts, userId ?? 'all'],
      async load(page, signal) {
        const query = { ...page, userId, pictures: 1 } as const;
        const { posts, totalPosts, pictures } = await api.posts(query, { signal });
        return { items: withPictures(posts, pictures), total: totalPosts };
      },
    }),
    [userId],
  );
  return (
    <AdminData>
      <ManagedList
        title="Manage Posts"
        noun={{ one: 'post', many: 'posts' }}
        source={source}
        filterPlaceholder="Title or text"
        tools={<AuthorSwitch checked={allAuthors} onChange={setAllAuthors} />}
        moreLabel="Load More Posts"
        empty={{
          title: 'No posts found',
          text: allAuthors
            ? 'Nothing has been published yet.'
            : 'You have not published anything yet. The posts of others are under “All authors”.',
          action: (
            <a className="btn btn-primary" href="/create-post">
              Create New Post
            </a>
          ),
        }}
        skeleton={
          <ListSkeleton className={GRID}>
            <Skeleton className="h-80 rounded-2xl" />
          </ListSkeleton>
        }
        className={GRID}
        renderItem={(post, onDelete) => <PostItem post={post} onDelete={onDelete} />}
        deletion={{
          question: 'Are you sure you want to delete this post?',
          yes: 'Yes, delete it',
          no: 'Cancel',
          explain: ({ title }) => (
            <>
              <strong className="text-ink">{title}</strong> and its comments will be gone for good.
            </>
          ),
          // Any administrator may delete any post; the id in the address is the caller's own.
          request: (post) => api.deletePost(post._id, user._id),
          done: 'The post has been deleted.',
        }}
      />
    </AdminData>
  );
}
