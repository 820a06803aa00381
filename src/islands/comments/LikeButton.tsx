import { Icon } from '../../icons/Icon.tsx';
import type { ThreadComment } from './thread.ts';

interface Props {
  comment: ThreadComment;
  liked: boolean;
  onLike: () => void;
}

/** Likes a comment, or takes the like back. */
export function LikeButton({ comment, liked, onLike }: Props) {
  const count = comment.likes.length;
  const shown = count === 1 ? '1 like' : `${count} likes`;
  return (
    <button
      type="button"
      className={`btn btn-quiet btn-small -ml-3.5 ${liked ? 'text-accent' : ''}`}
      aria-pressed={liked}
      aria-label={`Like the comment by ${comment.author.username}, ${shown}`}
      onClick={(event) => {
        // The second click of a double click is not meant to take the like back.
        if (event.detail <= 1) onLike();
      }}
    >
      <Icon name="heart" size={16} fill={liked ? 'currentColor' : 'none'} />
      {shown}
    </button>
  );
}
