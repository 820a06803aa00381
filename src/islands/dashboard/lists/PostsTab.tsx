import { useId, useMemo, useState } from 'react';
import type { User } from '../../../../api/contract/users.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { api } from '../../../lib/api.ts';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { categoryLabel } from '../../../site.config.ts';
import { Cover } from '../../cards/Cover.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AdminData, keys, type PicturedPost, withPictures } from '../data.tsx';
import { DeleteButton } from './DeleteButton.tsx';
import { ManagedList } from './ManagedList.tsx';
import type { ListSource } from './usePagedList.ts';

/** "Manage Posts": the administrator's own posts, or those of all authors. */
export function PostsTab({ user }: { user: User }) {
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
            ? 'There are no published posts yet.'
            : "You haven't published any posts yet. To see the posts of others, turn on “All authors”.",
          action: (
            <a className="btn btn-primary" href="/create-post">
              Create New Post
            </a>
          ),
        }}
        skeleton={<Skeleton className="h-80 rounded-2xl" />}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-5"
        renderItem={(post, onDelete) => <PostItem post={post} onDelete={onDelete} />}
        deletion={{
          question: 'Are you sure you want to delete this post?',
          yes: 'Yes, delete it',
          no: 'Cancel',
          explain: ({ title }) => (
            <>
              <strong className="text-ink">{title}</strong> and its comments will be permanently
              deleted.
            </>
          ),
          // The path takes the id of the caller, who may delete any post.
          request: (post) => api.deletePost(post._id, user._id),
          done: 'The post has been deleted.',
        }}
      />
    </AdminData>
  );
}

function AuthorSwitch(props: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="inline-flex min-h-11 items-center gap-3 font-medium text-sm">
      <span className="relative inline-flex">
        <input
          type="checkbox"
          role="switch"
          className="peer h-6 w-11 appearance-none rounded-full border border-field bg-sunken transition-colors checked:border-accent checked:bg-accent"
          checked={props.checked}
          aria-checked={props.checked}
          onChange={({ target }) => props.onChange(target.checked)}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-field transition-transform peer-checked:translate-x-5 peer-checked:bg-on-accent"
        />
      </span>
      All authors
    </label>
  );
}

function PostItem({ post, onDelete }: { post: PicturedPost; onDelete: () => void }) {
  const titleId = useId();
  return (
    <article className="panel flex h-full flex-col overflow-hidden">
      <a
        href={`/post/${post.slug}`}
        className="group flex grow flex-col focus-visible:-outline-offset-2"
      >
        <span className="block aspect-video bg-sunken">
          <Cover
            post={post}
            sizes="(min-width: 40rem) 22rem, calc(100vw - 2.5rem)"
            className="size-full object-cover"
          />
        </span>
        <span className="flex grow flex-col items-start gap-2 px-4 pt-4 pb-3">
          <span
            id={titleId}
            className="line-clamp-3 font-semibold font-serif text-lg leading-snug [overflow-wrap:anywhere] group-hover:underline"
          >
            {post.title}
          </span>
          <span className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-xs">
            <span className="chip">{categoryLabel(post.category, post.categoryLabel)}</span>
            <span>
              Updated <time dateTime={isoDate(post.updatedAt)}>{shortDate(post.updatedAt)}</time>
            </span>
          </span>
        </span>
      </a>
      <div className="flex gap-1 border-line border-t px-2 py-1.5">
        <a
          href={`/update-post/${post._id}`}
          className="btn btn-quiet btn-small grow hover:bg-sunken hover:text-ink"
          aria-describedby={titleId}
        >
          <Icon name="pencil" size={16} />
          Edit
        </a>
        <DeleteButton className="grow" aria-describedby={titleId} onClick={onDelete}>
          Delete
        </DeleteButton>
      </div>
    </article>
  );
}
