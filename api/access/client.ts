/** Events of the security log. Names must not change: operators build alerts on them. */
export type SecurityEvent =
  | 'signin.success'
  | 'signin.failure'
  | 'signup'
  | 'identity.link'
  | 'identity.unlink'
  | 'passkey.add'
  | 'passkey.remove'
  | 'reauthenticate.success'
  | 'reauthenticate.failure'
  | 'session.end'
  | 'user.username'
  | 'user.email'
  | 'user.email-undo'
  | 'user.email-verify'
  | 'user.password'
  | 'user.invite'
  | 'user.role'
  | 'user.second-factor'
  | 'user.suspend'
  | 'user.delete'
  | 'user.export'
  | 'backup.download'
  | 'post.delete'
  | 'document.delete'
  | 'comment.delete'
  | 'rate-limit';

/** Ids only: never emails, passwords, tokens, or anything typed into a form. */
export interface SecurityDetails {
  userId?: string | undefined;
  /** The user who acted, if not `userId`. */
  actorId?: string | undefined;
  path?: string;
  postId?: string;
  commentId?: string;
}

/** The client of a request, for rate limits and the security log. */
export interface Client {
  /** The IPv4 address, or the /64 network of an IPv6 address. */
  address: string;
  /** The id in the device cookie, unverified. */
  deviceId: string | undefined;
  userAgent: string | undefined;
  report(event: SecurityEvent, details?: SecurityDetails): void;
}
