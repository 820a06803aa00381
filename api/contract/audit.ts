import type { Page } from './responses.ts';

/** An entry of the audit log. */
export interface AuditEntry {
  _id: string;
  at: string;
  /** Id of the user, or `system`. */
  actor: string;
  /** Group and verb: `user.role`. */
  action: string;
  /** Id of what was changed, or empty. */
  subject: string;
  /** The client's address, or empty. */
  address: string;
  details: Record<string, unknown>;
}

export interface AuditList {
  entries: AuditEntry[];
  total: number;
  /** What the ids in `entries` are called now: usernames, and titles of posts. */
  names: Record<string, string>;
}

/** A value matches entirely or, with a dot at its end, everything in its group. */
export interface AuditQuery extends Page {
  actor?: string;
  action?: string;
  subject?: string;
}
