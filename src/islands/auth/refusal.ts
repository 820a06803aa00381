import { ApiFailure } from '../../lib/api.ts';

export type AccountField = 'username' | 'email' | 'password';

/** Why a form was not accepted. */
export interface Refusal {
  message: string;
  /** The field that it is about, when it is about one. */
  field?: AccountField | undefined;
  /** Seconds until it is worth trying again. */
  retryAfter?: number | undefined;
}

/** Takes what a call has thrown: the server's message, or the text of the exception. */
export function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiFailure)) return { message };
  const { status, retryAfter } = error;
  const aboutField = status === 400 || status === 409;
  return {
    message,
    field: aboutField ? fieldNamedIn(message) : undefined,
    retryAfter: status === 429 ? retryAfter : undefined,
  };
}

/** The server's messages begin with the field that they are about (api/users/rules.ts, taken.ts). */
function fieldNamedIn(message: string): AccountField | undefined {
  const named = /^(?:this )?(username|e-?mail|password)\b/i.exec(message)?.[1]?.toLowerCase();
  if (named === undefined) return undefined;
  return named === 'username' || named === 'password' ? named : 'email';
}
