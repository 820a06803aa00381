import { z } from 'zod';

/** The user's password, in the body of a call that needs a fresh session. */
export const currentPassword = z
  .string('Current password must be text.')
  .optional()
  // Forms send an empty string for a blank field.
  .transform((password) => password || undefined);
