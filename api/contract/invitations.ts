import type { Role } from './users.ts';

/** Readers sign up without an invitation. */
export const INVITED_ROLES = [
  'author',
  'editor',
  'administrator',
] as const satisfies readonly Role[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

export const MAX_INVITATION_MESSAGE = 500;

/** An open invitation, as administrators see it. */
export interface Invitation {
  _id: string;
  email: string;
  role: Role;
  /** Username of the administrator who sent it. */
  invitedBy: string;
  /** False if it has expired, or the administrator may no longer invite. */
  isUsable: boolean;
  createdAt: string;
  expiresAt: string;
}

/** The answer to a new invitation or link. */
export interface InvitationSent {
  invitation: Invitation;
  /** The link, if the site sends no mail. Only this answer contains it. */
  link?: string;
}

/** What the page of an invitation shows. */
export interface InvitationInfo {
  email: string;
  role: Role;
  invitedBy: string;
  /** A free username, as a suggestion. */
  newUsername: string;
}
