import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { type DocumentSortKey, TRASH_DAYS } from '../../../../api/contract/documents.ts';
import { includesRole, type User } from '../../../../api/contract/users.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { withPictures } from '../../../lib/pictures.ts';
import { $preferences } from '../../../stores/preferences.ts';
import { useCategories } from '../../editor/categories.ts';
import { keys } from '../data.tsx';
import { useParameter, useTextParameter } from '../lists/list-query.ts';
import { ManagedList } from '../lists/ManagedList.tsx';
import { useSelection } from '../lists/selection.ts';
import { notRestored } from '../lists/useDeletion.ts';
import type { ListSource } from '../lists/usePagedList.ts';
import { TabLink } from '../tabs.tsx';
import { BrowserDrafts } from './BrowserDrafts.tsx';
import { BulkBar } from './BulkBar.tsx';
import { Calendar } from './Calendar.tsx';
import { columnsFor } from './columns.tsx';
import type { ListedPost, STATUSES } from './listed-post.ts';
import { AuthorSwitch, PostFilters, useStatus } from './PostFilters.tsx';

interface Filters {
  status: (typeof STATUSES)[number]['value'] | '';
  category: string;
  tag: string;
  userId: string | undefined;
}

/** "Manage Posts": the user's own posts and drafts or, for editors, those of all authors. */
export function PostsTab({ user }: { user: User }) {
  if (useParameter('view', ['calendar']) === '') {
    return (
      <>
        <BrowserDrafts owner={user._id} />
        <Posts user={user} />
      </>
    );
  }
  return (
    <section className="max-w-6xl" aria-labelledby="calendar-title">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 id="calendar-title" className="text-2xl">
          Scheduled posts
        </h1>
        <div className="flex flex-wrap gap-3">
          <TabLink tab="posts" className="btn btn-secondary">
            Back to the list
          </TabLink>
          <NewPost />
        </div>
      </div>
      <Calendar user={user} />
    </section>
  );
}

function Posts({ user }: { user: User }) {
  const isEditor = includesRole(user, 'editor');
  const allAuthors = useParameter('authors', ['all']) !== '' && isEditor;
  const status = useStatus();
  const category = useTextParameter('category');
  const tag = useTextParameter('tag');
  const author = useTextParameter('author');
  const userId = allAuthors ? author || undefined : user._id;
  const source = useSource({ status, category, tag, userId });
  const categories = useCategories();
  const selection = useSelection('post');
  const isTrash = status === 'trashed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
  useEffect(() => selection.clear(), [selection.clear, status, category, tag, userId]);

  return (
    <ManagedList<ListedPost, DocumentSortKey>
      title="Manage Posts"
      action={
        <div className="flex flex-wrap gap-3">
          <TabLink tab="posts" query={{ view: 'calendar' }} className="btn btn-secondary">
            Calendar
          </TabLink>
          <NewPost />
        </div>
      }
      noun={{ one: 'post', many: 'posts' }}
      source={source}
      columns={columnsFor(allAuthors, categories)}
      initialOrder="updatedAt"
      picture="h-11 w-20 rounded-md"
      filterPlaceholder="Title or text"
      filters={{
        isFolded: true,
        values: { status, category, tag, author: allAuthors ? author : '' },
        controls: (
          <>
            <PostFilters
              categories={categories}
              status={status}
              category={category}
              tag={tag}
              author={author}
              allAuthors={allAuthors}
            />
            {isEditor && <AuthorSwitch checked={allAuthors} />}
          </>
        ),
      }}
      selection={{
        props: selection,
        bar: (posts) => <BulkBar selection={selection} posts={posts} isTrash={isTrash} />,
      }}
      moreLabel="Load More Posts"
      empty={{
        title: 'No posts found',
        text: allAuthors
          ? 'There are no posts yet.'
          : `You haven't written any posts yet.${isEditor ? ' To see the posts of others, turn on “All authors”.' : ''}`,
        action: <NewPost />,
      }}
      deletion={isTrash ? FOR_GOOD : toTrash(user)}
    />
  );
}

function useSource({
  status,
  category,
  tag,
  userId,
}: Filters): ListSource<ListedPost, DocumentSortKey> {
  return useMemo(
    () => ({
      key: [...keys.posts, userId ?? 'all', status, category, tag],
      async load(query, signal) {
        const filters = { status: status || undefined, userId, category, tag };
        const list = await call('GET /api/document/getdocuments', {
          query: { ...filters, ...query, pictures: 1, content: 0 },
          signal,
        });
        return { items: withPictures(list.documents, list.pictures), total: list.totalDocuments };
      },
    }),
    [status, category, tag, userId],
  );
}

const toTrash = (user: User) => ({
  question: 'Are you sure you want to delete this post?',
  yes: 'Yes, delete it',
  no: 'Cancel',
  explain: ({ title, postId }: ListedPost) => (
    <>
      <strong className="text-ink">{title || 'This draft'}</strong>
      {postId ? ' and its comments' : ''} will be moved to the trash. You can restore it there for{' '}
      {TRASH_DAYS} days.
    </>
  ),
  // The path takes the id of the caller, who may delete any post.
  request: ({ _id, postId }: ListedPost) =>
    postId
      ? call('DELETE /api/post/deletepost/:postId/:userId', { postId, userId: user._id })
      : call('POST /api/document/trash/:id', { id: _id }),
  done: 'The post is in the trash.',
  undo: {
    request: ({ _id }: ListedPost) => call('POST /api/document/restore/:id', { id: _id }),
    done: 'The post is back.',
    failed: notRestored,
  },
});

const FOR_GOOD = {
  question: 'Are you sure you want to delete this post for good?',
  yes: 'Yes, delete it for good',
  no: 'Cancel',
  explain: ({ title }: ListedPost) => (
    <>
      <strong className="text-ink">{title || 'This draft'}</strong>, its versions and its comments
      will be deleted. This can't be undone.
    </>
  ),
  request: ({ _id }: ListedPost) => call('DELETE /api/document/delete/:id', { id: _id }),
  done: 'The post has been deleted for good.',
};

function NewPost() {
  const { singleKeys } = useStore($preferences);
  const key = singleKeys ? 'n' : undefined;
  return (
    <a className="btn btn-primary" href="/create-post" aria-keyshortcuts={key}>
      <Icon name="pen-line" size={18} />
      New post
    </a>
  );
}
