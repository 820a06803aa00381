import { useState } from 'react';
import { type Comment, MAX_NOTE_LENGTH } from '../../../../api/contract/comments.ts';
import { call } from '../../../lib/api.ts';
import type { Body } from '../../../lib/api-types.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextAreaField } from '../../ui/Field.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { requestMessage } from '../../ui/request.ts';

type Reason = Body<'POST /api/comment/report/:commentId'>['reason'];

const REASONS: readonly [Reason, string][] = [
  ['spam', 'Spam or advertising'],
  ['abuse', 'Harassment or hate'],
  ['off-topic', 'Off topic'],
  ['other', 'Something else'],
];

interface Props {
  comment: Comment;
  onClose: () => void;
}

/** Tells the moderators about a comment. */
export function ReportDialog({ comment, onClose }: Props) {
  const [reason, setReason] = useState<Reason>('spam');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      const { message } = await call('POST /api/comment/report/:commentId', {
        commentId: comment._id,
        body: { reason, note: note.trim() },
      });
      toast(message);
      onClose();
    } catch (thrown) {
      setError(requestMessage(thrown));
      setBusy(false);
    }
  };

  return (
    <Dialog open onClose={onClose} closesOutside={note === ''} title="Report this comment">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <fieldset className="mt-3">
          <legend className="text-soft text-sm">
            What's wrong with this comment by {comment.author.username}?
          </legend>
          <div className="mt-2">
            {REASONS.map(([value, label]) => (
              <label key={value} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name="reason"
                  className="size-4 accent-accent"
                  value={value}
                  checked={reason === value}
                  onChange={() => setReason(value)}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <TextAreaField
          className="mt-3"
          label="Note for the moderators (optional)"
          dir="auto"
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {error && <Alert className="mt-4">{error}</Alert>}
        <FormButtons label="Report" busyLabel="Reporting..." busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
