import { useStore } from '@nanostores/react';
import { type Ref, useEffect, useRef, useState } from 'react';
import type { Comment, CommentState } from '../../../../api/contract/comments.ts';
import type { User } from '../../../../api/contract/users.ts';
import { clearWithOthers } from '../../../lib/tab-storage.ts';
import { keepUnsent, signInToSend } from '../../../stores/after-sign-in.ts';
import { $user, signOutSuccess } from '../../../stores/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Lazy } from '../../ui/Lazy.tsx';
import { CommentErrorAlert, EMPTY_COMMENT } from './CommentError.tsx';
import { CommentField } from './CommentField.tsx';
import { usePosting } from './usePosting.ts';
import type { Target } from './useText.ts';

const WAITING =
  'Your comment is waiting for approval. For now, only you and the moderators can see it.';

interface Props {
  target: Target;
  /** The name of the field. */
  label: string;
  /** The path to return to after signing in. */
  path: string;
  submitLabel: string;
  /** Only in replies, which can be closed. */
  reply?: {
    onSent: (comment: Comment) => void;
    onCancel: (text: string) => void;
  };
}

/** The form for a comment or a reply, also for guests, who sign in to send it. */
export function WritingForm(props: Props) {
  const user = useStore($user);
  const [expired, setExpired] = useState<User | null>(null);
  const writer = user ?? expired ?? undefined;
  useEffect(clearWithOthers, []);
  const onExpired = () => {
    setExpired(writer ?? null);
    signOutSuccess();
  };
  return (
    <CommentForm key={writer?._id ?? 'guest'} {...props} writer={writer} onExpired={onExpired} />
  );
}

interface FormProps extends Props {
  writer: User | undefined;
  onExpired: () => void;
}

function CommentForm(props: FormProps) {
  const { writer, target, label, path, submitLabel, reply } = props;
  const posting = usePosting(target, writer);
  const { text, maxLength, type, sending, error, posted, submit, fail } = posting;
  const [asksEmail, setAsksEmail] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const honeypot = useRef<HTMLInputElement>(null);

  const send = async () => {
    field.current?.focus();
    const result = await submit(honeypot.current?.value ?? '');
    // A browser may have autofilled the honeypot; the next attempt should succeed.
    if (honeypot.current) honeypot.current.value = '';
    if (result === null) return;
    if (!('message' in result)) reply?.onSent(result);
    else if (result.expired) props.onExpired();
  };
  const unsent = { postId: target.postId, place: target.place, text, path };
  const isEmpty = text.trim() === '';
  const onSubmit = () => {
    if (writer) void send();
    else if (isEmpty) fail(EMPTY_COMMENT);
    else signInToSend(unsent);
  };
  const askEmail = () => {
    if (isEmpty) {
      fail(EMPTY_COMMENT);
      return;
    }
    keepUnsent(unsent);
    setAsksEmail(true);
  };
  const cancel = reply && (() => reply.onCancel(text));

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {!reply && (writer ? <SignedInLine user={writer} /> : <GuestLine />)}
        <CommentField
          label={label}
          value={text}
          onChange={type}
          onSubmit={onSubmit}
          {...(cancel && { onEscape: cancel })}
          fieldRef={field}
          maxLength={maxLength}
          readOnly={sending}
        >
          {cancel && (
            <Button variant="secondary" onClick={cancel}>
              Cancel
            </Button>
          )}
          {!writer && !asksEmail && hasMail() && (
            <Button variant="secondary" onClick={askEmail}>
              Continue with email
            </Button>
          )}
          <Button type="submit" aria-disabled={sending}>
            {writer ? submitLabel : 'Sign in to send'}
          </Button>
        </CommentField>
        <Honeypot fieldRef={honeypot} />
        <CommentErrorAlert error={error} path={path} purpose="to post it." onRetry={onSubmit} />
        <Posted state={posted?.state} />
      </form>
      {!writer && asksEmail && (
        <div className="panel mt-4 px-5 py-5">
          <Lazy
            load={loadEmailForm}
            props={{ next: path, onBack: () => setAsksEmail(false) }}
            name="the form"
          />
        </div>
      )}
    </>
  );
}

/** Whether the site sends mail. */
const hasMail = () => document.getElementById('comments')?.dataset.mail !== undefined;

const loadEmailForm = async () => (await import('../../auth/EmailLinkForm.tsx')).EmailLinkForm;

function Posted({ state }: { state: CommentState | undefined }) {
  const isHeld = state === 'held';
  return (
    <p className={isHeld ? 'mt-3 text-sm text-soft' : 'sr-only'} role="status">
      {isHeld && WAITING}
      {state === 'visible' && 'Your comment has been posted.'}
    </p>
  );
}

/** Hidden from people: only bots fill it in. */
function Honeypot({ fieldRef }: { fieldRef: Ref<HTMLInputElement> }) {
  return (
    <div className="absolute -left-[999rem] size-px overflow-hidden" aria-hidden="true">
      <label>
        Website
        <input ref={fieldRef} type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
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

/** The script of the page keeps the text for those who follow the link. */
function GuestLine() {
  return (
    <p className="panel mb-4 px-5 py-4 text-sm text-soft">
      <span>You must be signed in to comment.</span>{' '}
      <a className="link whitespace-nowrap font-semibold" href="/signin">
        Sign In
      </a>
    </p>
  );
}
