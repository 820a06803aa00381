import { FOREVER, type Role, type User } from '../../../api/contract/users.ts';
import { exactTime } from '../ui/time.ts';

export const ROLE_PLURALS: Record<Role, string> = {
  reader: 'Readers',
  author: 'Authors',
  editor: 'Editors',
  administrator: 'Administrators',
};

export const ROLE_RIGHTS: Record<Role, string> = {
  reader: 'Comments and likes.',
  author: 'Also writes, publishes and deletes their own posts.',
  editor: "Also edits and deletes everyone's posts and comments, and the site's pages.",
  administrator: "Can do everything, and change anyone's role, including yours.",
};

export function isSuspended({ suspendedUntil }: User, now = Date.now()): boolean {
  return suspendedUntil !== null && Date.parse(suspendedUntil) > now;
}

/** "Suspended until January 5, 2027 at 9:30 AM UTC" */
export function suspensionText({ suspendedUntil }: User): string {
  if (suspendedUntil === null || suspendedUntil === FOREVER) return 'Suspended';
  return `Suspended until ${exactTime(suspendedUntil)}`;
}
