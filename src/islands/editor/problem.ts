import { ApiFailure } from '../../lib/api.ts';

/** What the form says went wrong, or (`info`) what one should know. */
export interface Problem {
  /** The text of spec.md's catalog, or that of the server. */
  message: string;
  /** What the server has said about it besides. */
  reason?: string;
  /** The session has ended: there is a way to sign in and come back. */
  signIn?: boolean;
  tone?: 'error' | 'info';
}

const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status > 0;

/** What is said when a post could not be saved. */
export function saveProblem(error: unknown): Problem {
  if (!isRefusal(error)) return { message: 'Something went wrong' };
  return error.status === 401 ? ENDED : { message: error.message };
}

/** What is said when a picture could not be uploaded. Of a lost connection the server has said nothing. */
export function uploadProblem(error: unknown): Problem {
  const message = 'Image upload failed';
  if (!isRefusal(error)) return { message };
  return error.status === 401 ? { ...ENDED, message } : { message, reason: error.message };
}

/** What is said when something that only administrators see could not be loaded. */
export function loadProblem(error: unknown): Problem {
  if (error instanceof ApiFailure && error.status === 401) return ENDED;
  return { message: error instanceof Error ? error.message : '' };
}

const ENDED: Problem = { message: '', signIn: true };
