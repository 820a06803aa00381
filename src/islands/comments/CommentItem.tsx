import { useEffect, useRef, useState } from 'react';
import type { Comment, User } from '../../lib/api.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentText } from './CommentText.tsx';
import { LikeButton } from './LikeButton.tsx';
import type { ThreadComment } from './thread.ts';
import { exactTime, relativeTime } from './time.ts';

interface Props {
  comment: ThreadComment;
  user: User | null;
  path: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The address of the page names this comment. */
  marked: boolean;
  onLike: () => void;
  onEdited: (comment: Comment) => void;
  onDelete: () => void;
}

/** One comment of the thread. */
export function CommentItem({
  comment,
  user,
  path,
  now,
  marked,
  onLike,
  onEdited,
  onDelete,
}: Props) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const { _id: id, author, pending = false } = comment;
  const mayChange = user !== null && (user._id === comment.userId || user.isAdmin);
  const authorId = `author-${id}`;
  return (
    <article
      id={`comment-${id}`}
      tabIndex={-1}
      aria-label={`Comment by ${author.username}`}
      aria-busy={pending}
      aria-current={marked ? true : undefined}
      className={`flex items-start gap-3 pt-5 pb-3 sm:gap-4 ${pending ? 'opacity-60' : ''} ${marked ? '-mx-3 rounded-xl bg-accent-soft px-3 outline-none' : ''}`}
    >
      <Avatar src={author.profilePicture} size={40} />
      <div className="min-w-0 grow">
        <Byline comment={comment} now={now} />
        {editing ? (
          <CommentEditor
            comment={comment}
            path={path}
            onCancel={() => setEditing(false)}
            onSaved={(saved) => {
              onEdited(saved);
              setEditing(false);
            }}
          />
        ) : (
          <CommentText content={comment.content} />
        )}
        {!editing && !pending && (
          <div className="mt-1 flex flex-wrap items-center gap-x-1">
            <LikeButton
              comment={comment}
              liked={user !== null && comment.likes.includes(user._id)}
              onLike={onLike}
            />
            {mayChange && (
              <>
                <Button
                  ref={editButton}
                  variant="quiet"
                  small
                  onClick={() => setEditing(true)}
                  aria-describedby={authorId}
                >
                  Edit
                </Button>
                <Button variant="quiet" small onClick={onDelete} aria-describedby={authorId}>
                  Delete
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </article>
  );
}

function Byline({ comment, now }: { comment: ThreadComment; now: number }) {
  const { _id: id, author, createdAt, updatedAt, pending } = comment;
  const time = (
    <time dateTime={createdAt} title={exactTime(createdAt)}>
      {pending ? 'Posting...' : relativeTime(createdAt, now)}
    </time>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
      <bdi id={`author-${id}`} className="min-w-0 font-semibold text-ink [overflow-wrap:anywhere]">
        {author.username}
      </bdi>
      {author.isAdmin && <span className="chip">Admin</span>}
      {pending ? (
        time
      ) : (
        <a
          className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
          href={`#comment-${id}`}
        >
          {time}
        </a>
      )}
      {updatedAt !== createdAt && <span title={exactTime(updatedAt)}>(edited)</span>}
    </div>
  );
}
