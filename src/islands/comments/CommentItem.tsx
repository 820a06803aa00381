import { useEffect, useRef, useState } from 'react';
import type { Comment } from '../../../api/contract/comments.ts';
import { includesRole, type User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Byline, CommentText } from './CommentBody.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import type { ThreadComment } from './thread.ts';

interface Props {
  comment: ThreadComment;
  user: User | null;
  path: string;
  now: number;
  marked: boolean;
  onLike: () => void;
  onEdited: (comment: Comment) => void;
  onDelete: () => void;
}

export function CommentItem(props: Props) {
  const { comment, user, path, now, marked, onEdited } = props;
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const { _id: id, author, pending = false } = comment;
  const mayChange = user !== null && (user._id === comment.userId || includesRole(user, 'editor'));
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
              onLike={props.onLike}
            />
            {mayChange && (
              <>
                <Button
                  ref={editButton}
                  variant="quiet"
                  small
                  onClick={() => setEditing(true)}
                  aria-describedby={`author-${id}`}
                >
                  Edit
                </Button>
                <Button
                  variant="quiet"
                  small
                  onClick={props.onDelete}
                  aria-describedby={`author-${id}`}
                >
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

interface LikeProps {
  comment: ThreadComment;
  liked: boolean;
  onLike: () => void;
}

function LikeButton({ comment, liked, onLike }: LikeProps) {
  const count = comment.numberOfLikes;
  const text = count === 1 ? '1 like' : `${count} likes`;
  return (
    <button
      type="button"
      className={`btn btn-quiet btn-small -ml-3.5 ${liked ? 'text-accent' : ''}`}
      aria-pressed={liked}
      aria-label={`Like the comment by ${comment.author.username}, ${text}`}
      onClick={(event) => {
        // The second click of a double click shouldn't remove the like.
        if (event.detail <= 1) onLike();
      }}
    >
      <Icon name="heart" size={16} fill={liked ? 'currentColor' : 'none'} />
      {text}
    </button>
  );
}
