import { useMemo } from 'react';
import { isReplaceable } from '../../../../api/contract/addresses.ts';
import type { DocumentSortKey } from '../../../../api/contract/documents.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../data.tsx';
import { ManagedList } from '../lists/ManagedList.tsx';
import type { ListSource } from '../lists/usePagedList.ts';
import { ACTIONS, STATUS, titleColumn, titleId, UPDATED } from '../posts/columns.tsx';
import { deletionOf } from '../posts/deletion.tsx';
import type { ListedPost } from '../posts/listed-post.ts';
import { StatusFilter, useStatus } from '../posts/PostFilters.tsx';
import { NewLink, type PanelProps } from '../tabs.tsx';

/** The site's own pages, such as `/now`, by all authors. */
export function PagesTab({ user }: PanelProps) {
  const status = useStatus();
  return (
    <ManagedList<ListedPost, DocumentSortKey>
      title="Manage Pages"
      action={<NewLink kind="page" />}
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
        action: <NewLink kind="page" />,
      }}
      deletion={deletionOf('page', user, status === 'trashed')}
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
