import { useEffect, useMemo } from 'react';
import type { DocumentSortKey } from '../../../../api/contract/documents.ts';
import { includesRole, type User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { withPictures } from '../../../lib/pictures.ts';
import { useCategories } from '../../editor/categories.ts';
import { keys } from '../data.tsx';
import { useParameter, useTextParameter } from '../lists/list-query.ts';
import { ManagedList } from '../lists/ManagedList.tsx';
import { useSelection } from '../lists/selection.ts';
import type { ListSource } from '../lists/usePagedList.ts';
import { NewLink, TabLink } from '../tabs.tsx';
import { BrowserDrafts } from './BrowserDrafts.tsx';
import { BulkBar } from './BulkBar.tsx';
import { Calendar } from './Calendar.tsx';
import { columnsFor } from './columns.tsx';
import { deletionOf } from './deletion.tsx';
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
          <NewLink kind="post" />
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
          <NewLink kind="post" />
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
        action: <NewLink kind="post" />,
      }}
      deletion={deletionOf('post', user, isTrash)}
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
