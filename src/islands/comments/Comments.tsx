import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Comment } from '../../../api/contract/comments.ts';
import type { User } from '../../../api/contract/users.ts';
import { rememberReturn } from '../../lib/navigate.ts';
import { clearWithOthers } from '../../lib/tab-storage.ts';
import { $user, signOutSuccess } from '../../stores/session.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CommentForm } from './CommentForm.tsx';
import { CommentList } from './CommentList.tsx';
import { commentsText } from './thread.ts';
import { removeComment, useThread } from './useThread.ts';

interface Props {
  postId: string;
  path: string;
  /** The number of comments when the page was rendered. */
  total: number;
}

export function Comments({ postId, path, total }: Props) {
  const handle = useThread(postId, total);
  const { thread, change } = handle;
  const user = useStore($user, { ssr: () => null });
  const [expired, setExpired] = useState<User | null>(null);
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const writer = user ?? expired;

  useEffect(clearWithOthers, []);

  useEffect(() => {
    // The head of the page shows the number, too.
    for (const element of document.querySelectorAll('[data-comment-count]'))
      element.textContent = commentsText(thread.total);
  }, [thread.total]);

  const removed = useRef(false);
  useEffect(() => {
    // The dialog restores the focus to the delete button, which no longer exists.
    if (deleting === null && removed.current) heading.current?.focus();
    removed.current = false;
  }, [deleting]);

  const confirmDeletion = async () => {
    if (deleting) removed.current = await removeComment(change, deleting._id);
  };
  return (
    <div>
      <h2 id="comments-title" ref={heading} tabIndex={-1} className="text-2xl">
        Comments <span className="text-muted">({thread.total})</span>
      </h2>
      <div className="mt-5">
        {writer ? (
          <CommentForm
            key={writer._id}
            user={writer}
            postId={postId}
            path={path}
            change={change}
            onExpired={() => {
              setExpired(writer);
              signOutSuccess();
            }}
          />
        ) : (
          <Invitation />
        )}
      </div>
      <CommentList handle={handle} user={user} path={path} onDelete={setDeleting} />
      <ConfirmDialog
        open={deleting !== null}
        title="Are you sure you want to delete this comment?"
        onConfirm={confirmDeletion}
        onClose={() => setDeleting(null)}
      />
    </div>
  );
}

/** Invites guests to sign in. Signed-in users see a skeleton of the form until it loads. */
function Invitation() {
  return (
    <>
      <p data-for="guest" className="panel px-5 py-4 text-sm text-soft">
        <span>You must be signed in to comment.</span>{' '}
        <a
          className="link whitespace-nowrap font-semibold"
          href="/signin"
          onClick={() => rememberReturn(`${window.location.pathname}#comments`)}
        >
          Sign In
        </a>
      </p>
      <div data-for="user" aria-hidden="true">
        <Skeleton className="h-11 w-48" />
        <Skeleton className="mt-3 h-32 w-full" />
        <Skeleton className="mt-3 ml-auto h-11 w-28" />
      </div>
    </>
  );
}
