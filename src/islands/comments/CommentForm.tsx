import { type KeyboardEvent, useRef } from 'react';
import type { User } from '../../lib/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { CommentField } from './CommentField.tsx';
import { commentsSignInPath } from './sign-in.ts';
import type { ThreadAction } from './thread.ts';
import { usePosting } from './usePosting.ts';

interface Props {
  user: User;
  postId: string;
  /** The page's own path, to come back to after signing in. */
  path: string;
  change: (action: ThreadAction) => void;
  /** The server does not know this session any more. */
  onExpired: () => void;
}

/** Where a signed-in user writes a comment. */
export function CommentForm({ user, postId, path, change, onExpired }: Props) {
  const { text, type, sending, refusal, posted, submit } = usePosting(postId, user, change);
  const field = useRef<HTMLTextAreaElement>(null);
  const trap = useRef<HTMLInputElement>(null);

  const send = async () => {
    field.current?.focus();
    const refused = await submit(trap.current?.value ?? '');
    // A browser may have filled the trap in: the next attempt shall get through.
    if (trap.current) trap.current.value = '';
    if (refused?.expired) onExpired();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
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
        onKeyDown={onKeyDown}
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
          <input ref={trap} type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {refusal && (
        <Alert className="mt-4">
          {refusal.message}
          {refusal.expired && (
            <>
              {' '}
              <a className="link" href={commentsSignInPath(path)}>
                Sign in again
              </a>{' '}
              to post it: your text is kept.
            </>
          )}
        </Alert>
      )}
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
