import { useMemo } from 'react';
import type { PostQuery } from '../../../../api/contract/posts.ts';
import { includesRole, type User } from '../../../../api/contract/users.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { api } from '../../../lib/api.ts';
import { categoryLabel } from '../../../site.config.ts';
import { Cover } from '../../cards/Cover.tsx';
import { type Choice, useCategories } from '../../editor/categories.ts';
import { AdminData, keys, type PicturedPost, withPictures } from '../data.tsx';
import { setQuery, TabLink } from '../tabs.tsx';
import { DeleteButton } from './DeleteButton.tsx';
import { FilterSelect } from './Filter.tsx';
import type { Column } from './ListTable.tsx';
import { useParameter, useTextParameter } from './list-query.ts';
import { ManagedList } from './ManagedList.tsx';
import { RowDate } from './RowDate.tsx';
import type { ListSource } from './usePagedList.ts';

type SortKey = NonNullable<PostQuery['sortBy']>;

/** "Manage Posts": the user's own posts or, for editors, those of all authors. */
export function PostsTab({ user }: { user: User }) {
  const isEditor = includesRole(user, 'editor');
  const allAuthors = useParameter('authors', ['all']) !== '' && isEditor;
  const category = useTextParameter('category');
  const categories = useCategories().filter(({ slug }) => slug !== 'uncategorized');
  const userId = allAuthors ? undefined : user._id;
  const source = useMemo(
    (): ListSource<PicturedPost, SortKey> => ({
      key: [...keys.posts, userId ?? 'all', category],
      async load(page, signal) {
        const query = { ...page, userId, category, pictures: 1 } as const;
        const { posts, totalPosts, pictures } = await api.posts(query, { signal });
        return { items: withPictures(posts, pictures), total: totalPosts };
      },
    }),
    [userId, category],
  );
  return (
    <AdminData>
      <ManagedList
        title="Manage Posts"
        action={<NewPost />}
        noun={{ one: 'post', many: 'posts' }}
        source={source}
        columns={isEditor ? COLUMNS : OWN_COLUMNS}
        picture="h-11 w-20 rounded-md"
        filterPlaceholder="Title or text"
        filters={{
          values: { category },
          controls: (
            <>
              <CategorySelect value={category} categories={categories} />
              {isEditor && <AuthorSwitch checked={allAuthors} />}
            </>
          ),
        }}
        moreLabel="Load More Posts"
        empty={{
          title: 'No posts found',
          text: allAuthors
            ? 'There are no published posts yet.'
            : `You haven't published any posts yet.${isEditor ? ' To see the posts of others, turn on “All authors”.' : ''}`,
          action: <NewPost />,
        }}
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

function NewPost() {
  return (
    <a className="btn btn-primary" href="/create-post">
      <Icon name="pen-line" size={18} />
      New post
    </a>
  );
}

function CategorySelect({ value, categories }: { value: string; categories: Choice[] }) {
  const isListed = value === '' || categories.some(({ slug }) => slug === value);
  return (
    <FilterSelect
      label="Category"
      value={value}
      onChange={({ target }) => setQuery({ category: target.value })}
    >
      <option value="">All categories</option>
      {!isListed && <option value={value}>{categoryLabel(value)}</option>}
      {categories.map(({ slug, label }) => (
        <option key={slug} value={slug}>
          {label}
        </option>
      ))}
    </FilterSelect>
  );
}

function AuthorSwitch({ checked }: { checked: boolean }) {
  return (
    <label className="order-last inline-flex min-h-11 items-center gap-3 font-medium text-sm">
      <span className="relative inline-flex">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: `checked` says it, and validators reject both
          role="switch"
          className="peer h-6 w-11 appearance-none rounded-full border border-field bg-sunken transition-colors checked:border-accent checked:bg-accent"
          checked={checked}
          onChange={({ target }) => setQuery({ authors: target.checked ? 'all' : '' })}
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

const COLUMNS: Column<PicturedPost, SortKey>[] = [
  {
    label: 'Post',
    order: { by: 'title', first: 'asc', asc: 'Title, A to Z', desc: 'Title, Z to A' },
    cell: (post) => <TitleCell post={post} />,
  },
  {
    label: 'Category',
    order: { by: 'category', first: 'asc', asc: 'Category, A to Z', desc: 'Category, Z to A' },
    cell: ({ category, categoryLabel: label }) => (
      <span className="chip">{categoryLabel(category, label)}</span>
    ),
  },
  {
    label: 'Published',
    className: 'hidden',
    order: { by: 'createdAt', first: 'desc', asc: 'Oldest first', desc: 'Newest first' },
    cell: ({ createdAt }) => <RowDate label="Published" date={createdAt} />,
  },
  {
    label: 'Updated',
    order: {
      by: 'updatedAt',
      first: 'desc',
      asc: 'Least recently updated',
      desc: 'Recently updated',
    },
    cell: ({ updatedAt }) => <RowDate label="Updated" date={updatedAt} />,
  },
  {
    label: 'Actions',
    className: 'basis-full @xl:ml-auto @xl:basis-auto @4xl:w-px',
    cell: (post, onDelete) => <Actions post={post} onDelete={onDelete} hasComments />,
  },
];

/** Authors have no list of comments. */
const OWN_COLUMNS = COLUMNS.map((column) =>
  column.label === 'Actions'
    ? {
        ...column,
        cell: (post: PicturedPost, onDelete: () => void) => (
          <Actions post={post} onDelete={onDelete} />
        ),
      }
    : column,
);

const titleId = ({ _id }: PicturedPost) => `post-${_id}`;

function TitleCell({ post }: { post: PicturedPost }) {
  return (
    <a href={`/post/${post.slug}`} className="group flex items-center gap-3.5">
      <span className="block aspect-video w-20 shrink-0 overflow-hidden rounded-md bg-sunken">
        <Cover post={post} sizes="5rem" className="size-full object-cover" />
      </span>
      <span
        id={titleId(post)}
        className="line-clamp-3 font-semibold font-serif text-base leading-snug [overflow-wrap:anywhere] group-hover:underline @4xl:line-clamp-2"
      >
        {post.title}
      </span>
    </a>
  );
}

interface ActionsProps {
  post: PicturedPost;
  onDelete: () => void;
  hasComments?: boolean;
}

function Actions({ post, onDelete, hasComments = false }: ActionsProps) {
  return (
    <div className="-ml-3.5 flex items-center">
      <a
        href={`/update-post/${post._id}`}
        className="btn btn-quiet btn-small hover:bg-sunken hover:text-ink"
        aria-describedby={titleId(post)}
      >
        <Icon name="pencil" size={16} />
        Edit
      </a>
      {hasComments && (
        <TabLink
          tab="comments"
          query={{ postId: post._id }}
          className="btn btn-quiet btn-small hover:bg-sunken hover:text-ink"
          aria-describedby={titleId(post)}
          title="Comments"
        >
          <Icon name="message-square" size={16} />
          <span className="@4xl:sr-only">Comments</span>
        </TabLink>
      )}
      <DeleteButton aria-describedby={titleId(post)} onClick={onDelete}>
        Delete
      </DeleteButton>
    </div>
  );
}
