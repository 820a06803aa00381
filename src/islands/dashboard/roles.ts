import type { Role } from '../../../api/contract/users.ts';

/** As the sidebar and the dialog call them. */
export const ROLE_NAMES: Record<Role, string> = {
  reader: 'User',
  author: 'Author',
  editor: 'Editor',
  administrator: 'Administrator',
};
