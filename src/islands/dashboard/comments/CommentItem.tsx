import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { ListedComment } from '../../../../api/contract/comments.ts';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';

interface Props {
  comment: ListedComment;
  onDelete: () => void;
}

/** A comment as administrators see it, with a link to where it stands. */
export function CommentItem({ comment, onDelete }: Props) {
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
        <Button
          variant="quiet"
          small
          className="text-danger"
          aria-describedby={contentId}
          onClick={onDelete}
        >
          <Trash2 size={16} aria-hidden="true" />
          Delete
        </Button>
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
