import type { MailedKind, MailTime, NotificationKind } from '../../db/schema/types.ts';
import type { PublicUser } from './users.ts';

export type { MailedKind, MailTime, NotificationKind };

export interface Notification {
  _id: string;
  kind: NotificationKind;
  at: string;
  read: boolean;
  /** Null for moderators, who stay unnamed, and for deleted accounts. */
  actor: PublicUser | null;
  commentId: string;
  post: { title: string; slug: string };
  /** A moderator's note to the author. */
  note: string;
}

export interface NotificationList {
  notifications: Notification[];
  total: number;
  unread: number;
}

/** When each kind of notification is mailed. */
export type MailPreferences = Record<MailedKind, MailTime>;

export interface NotificationPreferences {
  mail: MailPreferences;
  /** Whether the site sends mail. */
  siteSendsMail: boolean;
  /** Only verified addresses get mail. */
  emailVerified: boolean;
}

/** What an unsubscribe link turns off. */
export interface UnsubscribeInfo {
  username: string;
  /** Such as "replies to your comments". */
  topics: string[];
  /** Whether these are mailed at the moment. */
  isOn: boolean;
}
