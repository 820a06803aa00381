/** What is worth an entry in the security log. Names are stable: alerts are built on them. */
export type SecurityEvent =
  | 'signin.success'
  | 'signin.failure'
  | 'signup'
  | 'identity.link'
  | 'reauthenticate.success'
  | 'reauthenticate.failure'
  | 'session.end'
  | 'user.username'
  | 'user.email'
  | 'user.password'
  | 'user.role'
  | 'user.delete'
  | 'post.delete'
  | 'comment.delete'
  | 'rate-limit';

/** Ids only: never an email, a password, a token, or anything typed into a form. */
export interface SecurityDetails {
  /** The account that it happened to, if any. */
  userId?: string | undefined;
  /** The user who did it, if that is another one. */
  actorId?: string | undefined;
  path?: string;
  /** What was deleted. */
  postId?: string;
  commentId?: string;
}

/** The other end of a call, as far as rate limits and the security log must know it. */
export interface Client {
  /** The address, or the /64 network of IPv6 (`clientAddress` in api/network.ts). */
  address: string;
  /** The id in the browser's device cookie, as it was sent. */
  deviceId: string | undefined;
  /** Writes an entry to the security log. */
  report(event: SecurityEvent, details?: SecurityDetails): void;
}
