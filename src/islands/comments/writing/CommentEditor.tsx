import { useRef, useState } from 'react';
import { type Comment, trimComment } from '../../../../api/contract/comments.ts';
import { call } from '../../../lib/api.ts';
import { readDraft, writeDraft } from '../../../stores/comment-drafts.ts';
import { $user, signOutSuccess } from '../../../stores/session.ts';
import { replaceComment } from '../../../stores/thread.ts';
import { Button } from '../../ui/Button.tsx';
import {
  type CommentError,
  CommentErrorAlert,
  EMPTY_COMMENT,
  toCommentError,
} from './CommentError.tsx';
import { CommentField } from './CommentField.tsx';
import { useMaxLength } from './rules.ts';

interface Props {
  comment: Comment;
  path: string;
  /** `text` is what was typed, but not saved. */
  onClose: (text: string) => void;
}

export function CommentEditor({ comment, path, onClose }: Props) {
  const { _id: commentId, postId, content } = comment;
  // The session may end in the meantime.
  const [userId] = useState($user.get()?._id);
  const draft = useState(() => readDraft(userId, postId, `edit-${commentId}`))[0];
  const [text, setText] = useState(draft || content);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const [error, setError] = useState<CommentError | null>(null);
  const maxLength = Math.max(useMaxLength(), content.length);

  const type = (value: string) => {
    setText(value);
    writeDraft(userId, postId, `edit-${commentId}`, value === content ? '' : value);
  };
  const save = async () => {
    if (sending.current || text.length > maxLength) return;
    if (trimComment(text) === content) return onClose('');
    if (text.trim() === '') return setError(EMPTY_COMMENT);
    sending.current = true;
    setBusy(true);
    setError(null);
    try {
      replaceComment(
        await call('PUT /api/comment/editComment/:commentId', {
          commentId,
          body: { content: text },
        }),
      );
      onClose('');
    } catch (thrown) {
      const reason = toCommentError(thrown);
      setError(reason);
      if (reason.expired) signOutSuccess();
    }
    sending.current = false;
    setBusy(false);
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
      {draft !== '' && text !== content && (
        <p className="mb-2 text-sm text-soft">
          We restored your unsaved changes.{' '}
          <button type="button" className="link cursor-pointer" onClick={() => type(content)}>
            Discard them
          </button>
        </p>
      )}
      <CommentField
        label="Edit comment"
        value={text}
        onChange={type}
        onSubmit={() => void save()}
        onEscape={() => onClose(text === content ? '' : text)}
        maxLength={maxLength}
        readOnly={busy}
      >
        <Button variant="secondary" onClick={() => onClose(text === content ? '' : text)}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={busy}>
          Save
        </Button>
      </CommentField>
      <CommentErrorAlert
        error={error}
        path={path}
        purpose="to save it."
        onRetry={() => void save()}
      />
    </form>
  );
}
