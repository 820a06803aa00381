import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { ApiFailure, api, type Comment } from '../../lib/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { CommentField } from './CommentField.tsx';
import { commentsSignInPath } from './sign-in.ts';
import { MAX_LENGTH } from './text.ts';
import { messageOf } from './useThread.ts';

interface Props {
  comment: Comment;
  path: string;
  onSaved: (comment: Comment) => void;
  onCancel: () => void;
}

/** Changes the text of a comment. Refused, the text stays, with the reason. */
export function CommentEditor({ comment, path, onSaved, onCancel }: Props) {
  const [text, setText] = useState(comment.content);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; expired: boolean } | null>(null);

  const save = async () => {
    if (busy || text.length > MAX_LENGTH) return;
    if (text.trim() === comment.content) return onCancel();
    if (text.trim() === '') {
      setRefusal({ message: 'Please write a comment.', expired: false });
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      onSaved(await api.editComment(comment._id, text));
    } catch (error) {
      const expired = error instanceof ApiFailure && error.status === 401;
      setRefusal({ message: messageOf(error), expired });
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };

  return (
    <form className="mt-2" noValidate onSubmit={onSubmit}>
      <CommentField
        label="Edit comment"
        value={text}
        onChange={setText}
        onKeyDown={onKeyDown}
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
      {refusal && (
        <Alert className="mt-4">
          {refusal.message}{' '}
          {refusal.expired && (
            <a className="link" href={commentsSignInPath(path)}>
              Sign in again
            </a>
          )}
        </Alert>
      )}
    </form>
  );
}
