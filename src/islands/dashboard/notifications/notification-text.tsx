import type { Notification } from '../../../../api/contract/notifications.ts';

interface Sentence {
  /** Before the title of the post. */
  text: string;
  /** Whether the sentence begins with a person's name. */
  hasActor: boolean;
}

const SENTENCES: Record<Notification['kind'], Sentence> = {
  reply: { text: 'replied to your comment on', hasActor: true },
  comment: { text: 'commented on', hasActor: true },
  held: { text: 'Your comment is waiting for approval on', hasActor: false },
  approved: { text: 'Your comment was approved on', hasActor: false },
  removed: { text: 'A moderator removed your comment on', hasActor: false },
};

/** What a notification says, in one sentence. */
export function NotificationText({ kind, actor, post }: Notification) {
  const { text, hasActor } = SENTENCES[kind];
  return (
    <>
      {hasActor && <strong className="font-semibold">{actor?.username ?? 'Someone'}</strong>} {text}{' '}
      <span className="font-medium">“{post.title}”</span>
    </>
  );
}

/** Where a notification leads. */
export function notificationPath({ kind, commentId, post }: Notification): string {
  return kind === 'removed' ? `/post/${post.slug}` : `/post/${post.slug}#comment-${commentId}`;
}
