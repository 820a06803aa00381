import { useMemo } from 'react';
import type { CommentSortKey, ListedComment } from '../../../../api/contract/comments.ts';
import type { User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { keys } from '../data.tsx';
import { TabLink } from '../tabs.tsx';
import { ChosenFilter } from './Filter.tsx';
import { type Column, DeleteButton, RowDate } from './ListTable.tsx';
import { useTextParameter } from './list-query.ts';
import { ManagedList } from './ManagedList.tsx';
import type { ListSource } from './usePagedList.ts';

export function CommentsTab({ user }: { user: User }) {
  const postId = useTextParameter('postId');
  const source = useMemo(
    (): ListSource<ListedComment, CommentSortKey> => ({
      key: [...keys.comments, postId],
      async load(page, signal) {
        const { comments, totalComments } = await call('GET /api/comment/getcomments', {
          query: { ...page, postId },
          signal,
        });
        return { items: comments, total: totalComments };
      },
    }),
    [postId],
  );
  return (
    <ManagedList
      title="Manage Comments"
      noun={{ one: 'comment', many: 'comments' }}
      source={source}
      columns={user.isAdmin ? COLUMNS : EDITOR_COLUMNS}
      picture=""
      filterPlaceholder="Text, author, or an ID"
      filters={{
        values: { postId },
        controls: postId !== '' && <ChosenFilter name="postId" text="One post only" />,
      }}
      moreLabel="Load More Comments"
      empty={{
        title: 'No comments found',
        text: 'Comments appear here when readers post them.',
        action: (
          <TabLink tab="posts" className="btn btn-secondary">
            See your posts
          </TabLink>
        ),
      }}
      deletion={{
        question: 'Are you sure you want to delete this comment?',
        explain: ({ content, author }) => (
          <blockquote className="border-line border-l-2 pl-3">
            <p className="line-clamp-4 [overflow-wrap:anywhere]">{content}</p>
            <footer className="mt-1 text-muted text-xs">{author.username}</footer>
          </blockquote>
        ),
        request: (comment) =>
          call('DELETE /api/comment/deleteComment/:commentId', { commentId: comment._id }),
        done: 'The comment has been deleted.',
      }}
    />
  );
}

const contentId = ({ _id }: ListedComment) => `comment-${_id}`;

const COLUMNS: Column<ListedComment, CommentSortKey>[] = [
  {
    label: 'Comment',
    cell: (comment) => <ContentCell comment={comment} />,
  },
  {
    label: 'Author',
    className: '-order-1 -my-2 basis-full @4xl:my-0 @4xl:w-44',
    cell: ({ author }) => (
      <TabLink
        tab="users"
        query={{ q: author.username }}
        className="group inline-flex min-h-11 max-w-full items-center gap-2"
      >
        <Avatar src={author.profilePicture} size={28} />
        <span className="link min-w-0 [overflow-wrap:anywhere] group-hover:decoration-current">
          {author.username}
        </span>
      </TabLink>
    ),
  },
  {
    label: 'Likes',
    order: { by: 'likes', first: 'desc', asc: 'Fewest likes first', desc: 'Most likes first' },
    cell: ({ numberOfLikes }) => (
      <p className="whitespace-nowrap text-muted text-xs">{numberOfLikes} likes</p>
    ),
  },
  {
    label: 'Written',
    order: { by: 'createdAt', first: 'desc', asc: 'Oldest first', desc: 'Newest first' },
    cell: (comment) => <Dates comment={comment} />,
  },
  {
    label: 'Actions',
    className: '-my-1 ml-auto @4xl:w-px',
    cell: (comment, onDelete) => (
      <DeleteButton
        className="@max-4xl:-mr-3.5 @4xl:-ml-3.5"
        aria-describedby={contentId(comment)}
        onClick={onDelete}
      >
        Delete
      </DeleteButton>
    ),
  },
];

/** Editors have no list of users. */
const EDITOR_COLUMNS = COLUMNS.map((column) =>
  column.label === 'Author' ? { ...column, cell: AuthorName } : column,
);

function AuthorName({ author }: ListedComment) {
  return (
    <span className="inline-flex min-h-11 max-w-full items-center gap-2">
      <Avatar src={author.profilePicture} size={28} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{author.username}</span>
    </span>
  );
}

function ContentCell({ comment }: { comment: ListedComment }) {
  const { post } = comment;
  return (
    <>
      <p
        id={contentId(comment)}
        className="line-clamp-6 whitespace-pre-line [overflow-wrap:anywhere]"
      >
        {comment.content}
      </p>
      {post && (
        <p className="mt-1.5">
          <span className="text-muted">On </span>
          <a
            className="link [overflow-wrap:anywhere]"
            dir="auto"
            href={`/post/${post.slug}#comment-${comment._id}`}
          >
            {post.title}
          </a>
        </p>
      )}
      <dl className="mt-1.5 flex flex-wrap gap-x-4 text-muted text-xs">
        <Id name="Post ID" value={comment.postId} />
        <Id name="User ID" value={comment.userId} />
      </dl>
    </>
  );
}

function Id({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0">{name}:</dt>
      <dd className="min-w-0 font-mono [overflow-wrap:anywhere]">{value}</dd>
    </div>
  );
}

function Dates({ comment: { createdAt, updatedAt } }: { comment: ListedComment }) {
  return (
    <>
      <RowDate label="Written" date={createdAt} />
      {updatedAt !== createdAt && <RowDate label="Updated" date={updatedAt} shown />}
    </>
  );
}
