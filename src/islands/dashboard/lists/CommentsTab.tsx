import { useId } from 'react';
import type { ListedComment } from '../../../../api/contract/comments.ts';
import { api } from '../../../lib/api.ts';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AdminData, keys } from '../data.tsx';
import { DeleteButton } from './DeleteButton.tsx';
import { ManagedList } from './ManagedList.tsx';
import type { ListSource } from './usePagedList.ts';

const source: ListSource<ListedComment> = {
  key: keys.comments,
  async load(page, signal) {
    const { comments, totalComments } = await api.comments(page, { signal });
    return { items: comments, total: totalComments };
  },
};

export function CommentsTab() {
  return (
    <AdminData>
      <ManagedList
        title="Manage Comments"
        noun={{ one: 'comment', many: 'comments' }}
        source={source}
        filterPlaceholder="Text, author, or an ID"
        moreLabel="Load More Comments"
        empty={{ title: 'No comments found' }}
        skeleton={<Skeleton className="h-52 rounded-2xl" />}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4"
        renderItem={(comment, onDelete) => <CommentItem comment={comment} onDelete={onDelete} />}
        deletion={{
          question: 'Are you sure you want to delete this comment?',
          explain: ({ content, author }) => (
            <blockquote className="border-line border-l-2 pl-3">
              <p className="line-clamp-4 [overflow-wrap:anywhere]">{content}</p>
              <footer className="mt-1 text-muted text-xs">{author.username}</footer>
            </blockquote>
          ),
          request: (comment) => api.deleteComment(comment._id),
          done: 'The comment has been deleted.',
        }}
      />
    </AdminData>
  );
}

function CommentItem({ comment, onDelete }: { comment: ListedComment; onDelete: () => void }) {
  const { author, post } = comment;
  const contentId = useId();
  return (
    <article aria-label={`Comment by ${author.username}`} className="panel flex h-full flex-col">
      <div className="flex grow flex-col p-4">
        <div className="flex items-center gap-2.5">
          <Avatar src={author.profilePicture} size={28} />
          <p className="min-w-0 truncate font-semibold text-sm">{author.username}</p>
          <time
            dateTime={isoDate(comment.updatedAt)}
            className="ml-auto shrink-0 text-muted text-xs"
          >
            {shortDate(comment.updatedAt)}
          </time>
        </div>
        <p
          id={contentId}
          className="mt-3 grow whitespace-pre-line text-sm [overflow-wrap:anywhere]"
        >
          {comment.content}
        </p>
        {post && (
          <p className="mt-3 text-sm">
            <span className="text-muted">On </span>
            <a
              className="link [overflow-wrap:anywhere]"
              href={`/post/${post.slug}#comment-${comment._id}`}
            >
              {post.title}
            </a>
          </p>
        )}
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-muted text-xs">
          <Id name="Post ID" value={comment.postId} />
          <Id name="User ID" value={comment.userId} />
        </dl>
      </div>
      <div className="flex items-center justify-between border-line border-t py-1.5 pr-2 pl-4">
        <p className="text-muted text-sm">{comment.numberOfLikes} likes</p>
        <DeleteButton aria-describedby={contentId} onClick={onDelete}>
          Delete
        </DeleteButton>
      </div>
    </article>
  );
}

function Id({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}:</dt>
      <dd className="font-mono [overflow-wrap:anywhere]">{value}</dd>
    </>
  );
}
