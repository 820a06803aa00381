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
  /** Current names of the ids in `entries`: usernames, and titles of posts and pages. */
  names: Record<string, string>;
  /** The ids in `entries` that are pages, if they still exist. */
  pages: string[];
}
