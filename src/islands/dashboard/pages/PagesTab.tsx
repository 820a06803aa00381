import { useMemo } from 'react';
import { isReplaceable } from '../../../../api/contract/addresses.ts';
import { type DocumentSortKey, TRASH_DAYS } from '../../../../api/contract/documents.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { keys } from '../data.tsx';
import { ManagedList } from '../lists/ManagedList.tsx';
import { notRestored } from '../lists/useDeletion.ts';
import type { ListSource } from '../lists/usePagedList.ts';
import { ACTIONS, STATUS, titleColumn, titleId, UPDATED } from '../posts/columns.tsx';
import type { ListedPost } from '../posts/listed-post.ts';
import { StatusFilter, useStatus } from '../posts/PostFilters.tsx';

/** The site's own pages, such as `/now`, by all authors. */
export function PagesTab() {
  const status = useStatus();
  return (
    <ManagedList<ListedPost, DocumentSortKey>
      title="Manage Pages"
      action={<NewPage />}
      noun={{ one: 'page', many: 'pages' }}
      source={useSource(status)}
      columns={COLUMNS}
      initialOrder="updatedAt"
      picture="hidden"
      filterPlaceholder="Title or text"
      filters={{
        isFolded: true,
        values: { status },
        controls: <StatusFilter status={status} />,
      }}
      moreLabel="Load More Pages"
      empty={{
        title: 'No pages found',
        text: 'Write what isn’t a post, such as what you do now. A page at /about, /contact, /privacy-policy or /terms replaces the text there.',
        action: <NewPage />,
      }}
      deletion={status === 'trashed' ? FOR_GOOD : TO_TRASH}
    />
  );
}

const COLUMNS = [
  titleColumn('Page', (page) => <TitleCell page={page} />),
  STATUS,
  UPDATED,
  ACTIONS,
];

function TitleCell({ page }: { page: ListedPost }) {
  const { _id, title, address, slug } = page;
  const path = address ?? `/${slug}`;
  return (
    <a
      href={address ?? `/update-post/${_id}`}
      className="group flex min-h-11 flex-col justify-center"
    >
      <span
        id={titleId(page)}
        dir="auto"
        className="line-clamp-2 font-semibold font-serif text-base leading-snug [overflow-wrap:anywhere] group-hover:underline"
      >
        {title || 'Untitled page'}
      </span>
      {path !== '/' && (
        <span className="text-muted text-xs [overflow-wrap:anywhere]">
          {path}
          {isReplaceable(path) && " · in place of the site's own text"}
        </span>
      )}
    </a>
  );
}

function useSource(status: ListedPost['status'] | ''): ListSource<ListedPost, DocumentSortKey> {
  return useMemo(
    () => ({
      key: [...keys.posts, 'pages', status],
      async load(query, signal) {
        const list = await call('GET /api/document/getdocuments', {
          query: { kind: 'page', status: status || undefined, ...query, content: 0 },
          signal,
        });
        return { items: list.documents, total: list.totalDocuments };
      },
    }),
    [status],
  );
}

const name = ({ title }: ListedPost) => (
  <strong className="text-ink">{title || 'This page'}</strong>
);

const TO_TRASH = {
  question: 'Are you sure you want to delete this page?',
  yes: 'Yes, delete it',
  no: 'Cancel',
  explain: (page: ListedPost) => (
    <>
      {name(page)} will be moved to the trash. You can restore it there for {TRASH_DAYS} days.
    </>
  ),
  request: ({ _id }: ListedPost) => call('POST /api/document/trash/:id', { id: _id }),
  done: 'The page is in the trash.',
  undo: {
    request: ({ _id }: ListedPost) => call('POST /api/document/restore/:id', { id: _id }),
    done: 'The page is back.',
    failed: notRestored,
  },
};

const FOR_GOOD = {
  question: 'Are you sure you want to delete this page for good?',
  yes: 'Yes, delete it for good',
  no: 'Cancel',
  explain: (page: ListedPost) => (
    <>{name(page)} and its versions will be deleted. This can't be undone.</>
  ),
  request: ({ _id }: ListedPost) => call('DELETE /api/document/delete/:id', { id: _id }),
  done: 'The page has been deleted for good.',
};

function NewPage() {
  return (
    <a className="btn btn-primary" href="/create-post?kind=page">
      <Icon name="pen-line" size={18} />
      New page
    </a>
  );
}
