import type { Role } from '../../../api/contract/users.ts';

export const ROLE_NAMES: Record<Role, string> = {
  reader: 'User',
  author: 'Author',
  editor: 'Editor',
  administrator: 'Administrator',
};
