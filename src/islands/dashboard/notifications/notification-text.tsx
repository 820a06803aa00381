import type { Notification } from '../../../../api/contract/notifications.ts';

interface Sentence {
  /** Before the title of the post. */
  before: string;
  /** After the title. */
  after?: string;
  /** Whether the sentence begins with a person's name. */
  hasActor: boolean;
}

const SENTENCES: Record<Notification['kind'], Sentence> = {
  reply: { before: 'replied to your comment on', hasActor: true },
  comment: { before: 'commented on', hasActor: true },
  held: { before: 'Your comment on', after: 'is waiting for approval', hasActor: false },
  approved: { before: 'Your comment on', after: 'was approved', hasActor: false },
  removed: { before: 'A moderator removed your comment on', hasActor: false },
};

/** What a notification says, in one sentence. */
export function NotificationText({ kind, actor, post }: Notification) {
  const { before, after, hasActor } = SENTENCES[kind];
  return (
    <>
      {hasActor && <strong className="font-semibold">{actor?.username ?? 'Someone'}</strong>}{' '}
      {before} <span className="font-medium">“{post.title}”</span> {after}
    </>
  );
}

/** Where a notification leads. */
export function notificationPath({ kind, commentId, post }: Notification): string {
  return kind === 'removed' ? `/post/${post.slug}` : `/post/${post.slug}#comment-${commentId}`;
}
