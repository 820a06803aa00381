import type { DocumentSortKey } from '../../../../api/contract/documents.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { categoryLabel } from '../../../site.config.ts';
import { Cover } from '../../cards/Cover.tsx';
import { DeleteButton } from '../lists/DeleteButton.tsx';
import type { Column } from '../lists/ListTable.tsx';
import { RowDate } from '../lists/RowDate.tsx';
import { TabLink } from '../tabs.tsx';
import { type ListedPost, statusText } from './listed-post.ts';
import { RestoreButton } from './RestoreButton.tsx';

export type SortKey = DocumentSortKey;

const QUIET = 'btn btn-quiet btn-small hover:bg-sunken hover:text-ink';

export const COLUMNS: Column<ListedPost, SortKey>[] = [
  {
    label: 'Post',
    order: { by: 'title', first: 'asc', asc: 'Title, A to Z', desc: 'Title, Z to A' },
    cell: (post) => <TitleCell post={post} />,
  },
  {
    label: 'Status',
    cell: (post) => (
      <p className="flex items-baseline gap-2 text-xs">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${DOTS[post.status]}`} />
        {statusText(post)}
      </p>
    ),
  },
  {
    label: 'Category',
    cell: ({ category, categoryLabel: label }) =>
      category !== '' && (
        <span className="chip whitespace-nowrap">{categoryLabel(category, label)}</span>
      ),
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
    label: 'Readers',
    cell: ({ postId, comments, views }) =>
      postId && (
        <p className="flex flex-wrap gap-x-2 whitespace-nowrap text-muted text-xs @4xl:block">
          <span className="block">{countOf(views, 'view')}</span>
          <span className="block">{countOf(comments, 'comment')}</span>
        </p>
      ),
  },
  {
    label: 'Actions',
    className: 'basis-full @xl:ml-auto @xl:basis-auto @4xl:w-px',
    cell: (post, onDelete) => <Actions post={post} onDelete={onDelete} />,
  },
];

const DOTS: Record<ListedPost['status'], string> = {
  draft: 'bg-field',
  scheduled: 'bg-accent',
  published: 'bg-success',
  changed: 'bg-success',
  unpublished: 'bg-field',
  trashed: 'bg-danger',
};

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
}

const titleId = ({ _id }: ListedPost) => `post-${_id}`;

function TitleCell({ post }: { post: ListedPost }) {
  const { title, tags, author, postId, slug } = post;
  return (
    <a
      href={postId ? `/post/${slug}` : `/update-post/${post._id}`}
      className="group flex items-center gap-3.5"
    >
      <span className="block aspect-video w-20 shrink-0 overflow-hidden rounded-md bg-sunken max-sm:w-16">
        <Cover post={post} sizes="5rem" className="size-full object-cover" />
      </span>
      <span className="min-w-0">
        <span
          id={titleId(post)}
          className="line-clamp-3 font-semibold font-serif text-base leading-snug [overflow-wrap:anywhere] group-hover:underline @4xl:line-clamp-2"
        >
          {title || 'Untitled draft'}
        </span>
        <span className="block truncate text-muted text-xs">
          {[author, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </a>
  );
}

function Actions({ post, onDelete }: { post: ListedPost; onDelete: () => void }) {
  const isTrashed = post.status === 'trashed';
  return (
    <div className="-ml-3.5 flex items-center">
      {isTrashed ? (
        <RestoreButton post={post} describedBy={titleId(post)} />
      ) : (
        <a href={`/update-post/${post._id}`} className={QUIET} aria-describedby={titleId(post)}>
          <Icon name="pencil" size={16} />
          Edit
        </a>
      )}
      {post.comments > 0 && (
        <TabLink
          tab="comments"
          query={{ postId: post._id }}
          className={QUIET}
          aria-describedby={titleId(post)}
          title="Comments"
        >
          <Icon name="message-square" size={16} />
          <span className="@4xl:sr-only">Comments</span>
        </TabLink>
      )}
      <DeleteButton aria-describedby={titleId(post)} onClick={onDelete}>
        {isTrashed ? 'Delete for good' : 'Delete'}
      </DeleteButton>
    </div>
  );
}
