import type { MailItem, MailSite, MailText } from './text.ts';

// What happened in the comments.

export interface CommentNoticePayload {
  username: string;
  items: MailItem[];
  /** How many didn't fit. */
  more: number;
  /** Such as "replies to your comments". */
  topics: string[];
  token: string;
}

export function commentNotice(
  site: MailSite,
  { username, items, more, topics, token }: CommentNoticePayload,
): MailText {
  const [first] = items;
  const total = items.length + more;
  const subject =
    total === 1 && first ? first.sentence : `${total} notifications from ${site.name}`;
  const secret = encodeURIComponent(token);
  return {
    subject,
    preview: first?.quote ?? first?.sentence ?? '',
    heading: total === 1 ? subject : `${total} notifications`,
    paragraphs: [],
    items: total === 1 ? items.map((item) => ({ ...item, sentence: '' })) : items,
    action:
      total === 1 && first
        ? { label: `View on ${site.name}`, url: first.url }
        : { label: 'See all notifications', url: `${site.url}/dashboard?tab=notifications` },
    notes: more > 0 ? [`${more === 1 ? "1 more isn't" : `${more} more aren't`} shown here.`] : [],
    footer: {
      text: `You're getting this as “${username}” because ${site.name} emails you about ${listed(topics)}.`,
      links: [
        { label: 'Stop these emails', url: `${site.url}/unsubscribe?token=${secret}` },
        {
          label: 'Email preferences',
          url: `${site.url}/dashboard?tab=profile&view=notifications`,
        },
      ],
    },
    unsubscribeUrl: `${site.url}/api/notifications/unsubscribe?token=${secret}`,
  };
}

function listed(topics: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(topics);
}
