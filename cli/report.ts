export type Kind = 'user' | 'post' | 'comment' | 'picture';

/** Something that could not be taken over as it was. */
export interface Finding {
  kind: Kind;
  id: string;
  /** What was wrong, and what has been done. */
  what: string;
  /** What is not in the database, so that nothing is lost. */
  before?: unknown;
}

/** A user who was not merged into the account that has their email. */
export interface Apart {
  username: string;
  email: string;
  holder: { id: string; username: string };
}

/** Gathers what an import changes and leaves out. */
export class Report {
  readonly findings: Finding[] = [];
  /** Also said on the terminal: the owner has to decide. */
  readonly apart: Apart[] = [];
  /** New accounts whose password hash was refused, also said on the terminal. */
  readonly withoutPassword: string[] = [];

  add(kind: Kind, id: string, what: string, before?: unknown): void {
    this.findings.push({ kind, id, what, ...(before === undefined ? {} : { before }) });
  }
}

/** A record for the report: all of it but the password. */
export function withoutPassword(record: Record<string, unknown>): Record<string, unknown> {
  const { password: _, ...rest } = record;
  return rest;
}
