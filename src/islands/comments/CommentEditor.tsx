import { useState } from 'react';
import { type Comment, MAX_COMMENT_LENGTH, trimComment } from '../../../api/contract/comments.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import {
  type CommentError,
  CommentErrorAlert,
  CommentField,
  EMPTY_COMMENT,
  toCommentError,
} from './CommentField.tsx';

interface Props {
  comment: Comment;
  path: string;
  onSaved: (comment: Comment) => void;
  onCancel: () => void;
}

export function CommentEditor({ comment, path, onSaved, onCancel }: Props) {
  const [text, setText] = useState(comment.content);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CommentError | null>(null);

  const save = async () => {
    if (busy || text.length > MAX_COMMENT_LENGTH) return;
    if (trimComment(text) === comment.content) return onCancel();
    if (text.trim() === '') return setError(EMPTY_COMMENT);
    setBusy(true);
    setError(null);
    try {
      onSaved(
        await call('PUT /api/comment/editComment/:commentId', {
          commentId: comment._id,
          body: { content: text },
        }),
      );
    } catch (thrown) {
      setError(toCommentError(thrown));
      setBusy(false);
    }
  };

  return (
    <form
      className="mt-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CommentField
        label="Edit comment"
        value={text}
        onChange={setText}
        onSubmit={() => void save()}
        onEscape={onCancel}
        readOnly={busy}
        autoFocus
      >
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={busy}>
          Save
        </Button>
      </CommentField>
      <CommentErrorAlert error={error} path={path} />
    </form>
  );
}
