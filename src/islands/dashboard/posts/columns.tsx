import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { DocumentSortKey } from '../../../../api/contract/documents.ts';
import { categoryLabel } from '../../../../api/contract/site.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { isCategorized } from '../../../lib/category.ts';
import { counted } from '../../../lib/format.ts';
import { pageValues } from '../../../lib/page-values.ts';
import { Category } from '../../cards/Category.tsx';
import { Cover } from '../../cards/Cover.tsx';
import { type Choice, labelOf } from '../../editor/categories.ts';
import { attempt } from '../../ui/attempt.ts';
import { Button } from '../../ui/Button.tsx';
import { keys } from '../data.tsx';
import { type Column, DeleteButton, RowDate } from '../lists/ListTable.tsx';
import { notRestored } from '../lists/useDeletion.ts';
import { TabLink } from '../tabs.tsx';
import { type ListedPost, statusText } from './listed-post.ts';

const PostViews = lazy(async () => ({
  default: (await import('../views/PostViews.tsx')).PostViews,
}));

const QUIET = 'btn btn-quiet btn-small hover:bg-sunken hover:text-ink';
/** Where the table has little room, its actions are icons. */
const ICON = '@max-6xl:@4xl:w-11 @max-6xl:@4xl:px-0';
const ICON_LABEL = '@max-6xl:@4xl:hidden';

type PostColumn = Column<ListedPost, DocumentSortKey>;

// The list of pages has these columns, too.

export const titleColumn = (label: string, cell: PostColumn['cell']): PostColumn => ({
  label,
  order: { by: 'title', first: 'asc', asc: 'Title, A to Z', desc: 'Title, Z to A' },
  cell,
});

export const STATUS: PostColumn = {
  label: 'Status',
  cell: (post) => <StatusCell post={post} />,
};

export const UPDATED: PostColumn = {
  label: 'Updated',
  order: {
    by: 'updatedAt',
    first: 'desc',
    asc: 'Least recently updated',
    desc: 'Recently updated',
  },
  cell: ({ updatedAt }) => <RowDate label="Updated" date={updatedAt} />,
};

export const ACTIONS: PostColumn = {
  label: 'Actions',
  className: 'basis-full @xl:ml-auto @xl:basis-auto @4xl:w-px',
  cell: (post, onDelete) => <Actions post={post} onDelete={onDelete} />,
};

/** `withAuthor`: the list has posts of several authors. */
export const columnsFor = (withAuthor: boolean, categories: readonly Choice[]): PostColumn[] => [
  titleColumn('Post', (post) => <TitleCell post={post} withAuthor={withAuthor} />),
  STATUS,
  {
    label: 'Category',
    cell: ({ category, categoryLabel: label }) =>
      category !== '' && (
        <p className="max-w-40 truncate text-muted text-xs @4xl:max-w-30">
          {isCategorized(category) ? (
            <Category category={category} label={label || labelOf(category, categories)} />
          ) : (
            categoryLabel(pageValues().categories, category)
          )}
        </p>
      ),
  },
  UPDATED,
  {
    label: 'Readers',
    cell: (post) =>
      post.postId && (
        <div className="flex flex-wrap items-center gap-x-3 whitespace-nowrap text-muted text-xs @4xl:block">
          <ViewsButton post={post} />
          <CommentCount post={post} />
          {post.commentsClosed && <span className="block">Comments closed</span>}
        </div>
      ),
  },
  ACTIONS,
];

const DOTS: Record<ListedPost['status'], string> = {
  draft: 'bg-field',
  scheduled: 'bg-accent',
  published: 'bg-success',
  changed: 'bg-success',
  unpublished: 'bg-field',
  trashed: 'bg-danger',
};

export const titleId = ({ _id }: ListedPost) => `post-${_id}`;

/** The state and, for what is scheduled, its time on a line of its own. */
function StatusCell({ post }: { post: ListedPost }) {
  const [state = '', time] = statusText(post).split(/(?<= for) /);
  return (
    <p className="flex items-baseline gap-2 text-xs">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${DOTS[post.status]}`} />
      <span className="@4xl:max-w-36">
        {state} {time && <span className="whitespace-nowrap">{time}</span>}
      </span>
    </p>
  );
}

function CommentCount({ post }: { post: ListedPost }) {
  const text = counted(post.comments, 'comment');
  if (post.comments === 0) return <span className="block">{text}</span>;
  return (
    <TabLink
      tab="comments"
      query={{ postId: post._id }}
      className="flex min-h-11 items-center underline-offset-2 hover:text-ink hover:underline @4xl:min-h-6"
      aria-describedby={titleId(post)}
    >
      {text}
    </TabLink>
  );
}

function TitleCell({ post, withAuthor }: { post: ListedPost; withAuthor: boolean }) {
  const { title, tags, author, address } = post;
  return (
    <a
      href={address ?? `/update-post/${post._id}`}
      className="group flex min-h-11 items-center gap-3.5"
    >
      <span className="block aspect-video w-20 shrink-0 overflow-hidden rounded-md bg-sunken max-sm:w-16">
        <Cover post={post} sizes="5rem" className="size-full object-cover" />
      </span>
      <span className="min-w-0">
        <span
          id={titleId(post)}
          dir="auto"
          className="line-clamp-3 font-semibold font-serif text-base leading-snug [overflow-wrap:anywhere] group-hover:underline @4xl:line-clamp-2"
        >
          {title || 'Untitled draft'}
        </span>
        <span className="block truncate text-muted text-xs">
          {[withAuthor && author, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </a>
  );
}

function Actions({ post, onDelete }: { post: ListedPost; onDelete: () => void }) {
  const isTrashed = post.status === 'trashed';
  const label = isTrashed ? 'Delete for good' : 'Delete';
  return (
    <div className="-ml-3.5 flex items-center whitespace-nowrap">
      {isTrashed ? (
        <RestoreButton post={post} />
      ) : (
        <a
          href={`/update-post/${post._id}`}
          className={`${QUIET} ${ICON}`}
          aria-describedby={titleId(post)}
          title="Edit"
        >
          <Icon name="pencil" size={16} />
          <span className={ICON_LABEL}>Edit</span>
        </a>
      )}
      <DeleteButton
        className={isTrashed ? '' : ICON}
        aria-describedby={titleId(post)}
        title={label}
        onClick={onDelete}
      >
        <span className={isTrashed ? '' : ICON_LABEL}>{label}</span>
      </DeleteButton>
    </div>
  );
}

function ViewsButton({ post }: { post: ListedPost }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-11 items-center underline-offset-2 hover:text-ink hover:underline @4xl:min-h-6"
        aria-describedby={titleId(post)}
        onClick={() => setIsOpen(true)}
      >
        {counted(post.views, 'view')}
      </button>
      {isOpen && (
        <Suspense>
          <PostViews postId={post._id} title={post.title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function RestoreButton({ post }: { post: ListedPost }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    const work = async () =>
      statusText(await call('POST /api/document/restore/:id', { id: post._id }));
    await attempt(work, (status) => `The ${post.kind} is back: ${status}.`, notRestored);
    setBusy(false);
    await client.invalidateQueries({ queryKey: keys.posts });
  };
  return (
    <Button small variant="quiet" busy={busy} aria-describedby={titleId(post)} onClick={restore}>
      <Icon name="rotate-cw" size={16} />
      Restore
    </Button>
  );
}
