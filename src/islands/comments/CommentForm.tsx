import { useRef } from 'react';
import type { User } from '../../../api/contract/users.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { CommentErrorAlert, CommentField } from './CommentField.tsx';
import type { ThreadAction } from './thread.ts';
import { usePosting } from './usePosting.ts';

interface Props {
  user: User;
  postId: string;
  /** The path of the page to return to after signing in. */
  path: string;
  change: (action: ThreadAction) => void;
  onExpired: () => void;
}

export function CommentForm({ user, postId, path, change, onExpired }: Props) {
  const { text, type, sending, error, posted, submit } = usePosting(postId, user, change);
  const field = useRef<HTMLTextAreaElement>(null);
  const honeypot = useRef<HTMLInputElement>(null);

  const send = async () => {
    field.current?.focus();
    const failure = await submit(honeypot.current?.value ?? '');
    // A browser may have autofilled the honeypot; the next attempt should succeed.
    if (honeypot.current) honeypot.current.value = '';
    if (failure?.expired) onExpired();
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <SignedInLine user={user} />
      <CommentField
        label="Add a comment"
        value={text}
        onChange={type}
        onSubmit={() => void send()}
        fieldRef={field}
        readOnly={sending}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        <Button type="submit" aria-disabled={sending}>
          Submit
        </Button>
      </CommentField>
      <div className="absolute -left-[999rem] size-px overflow-hidden" aria-hidden="true">
        <label>
          Website
          <input ref={honeypot} type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <CommentErrorAlert error={error} path={path}>
        {' '}
        to post it. We saved your text.
      </CommentErrorAlert>
      <p className="sr-only" role="status">
        {posted ? 'Your comment has been posted.' : ''}
      </p>
    </form>
  );
}

function SignedInLine({ user }: { user: User }) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-2 text-muted text-sm">
      Signed in as
      <a
        className="link inline-flex min-h-11 min-w-0 items-center gap-2 [overflow-wrap:anywhere]"
        href="/dashboard?tab=profile"
      >
        <Avatar src={user.profilePicture} size={24} />
        <bdi>@{user.username}</bdi>
      </a>
    </p>
  );
}
