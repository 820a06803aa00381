import { ApiFailure } from '../../lib/api.ts';

/** Returns the HTTP status of a failed call, or 0 if there was no response. */
export function statusOf(error: unknown): number {
  return error instanceof ApiFailure ? error.status : 0;
}

/** Returns the code that tells a failed call from others with the same status, if it has one. */
export function codeOf(error: unknown): ApiFailure['code'] {
  return error instanceof ApiFailure ? error.code : undefined;
}

/** Returns how long the server asks to wait before the next try, in milliseconds. */
export function retryMsOf(error: unknown): number {
  return error instanceof ApiFailure ? (error.retryAfter ?? 0) * 1000 : 0;
}

/** Returns the server's message for a failed call, or `offline` if there was no response. */
export function requestMessage(
  error: unknown,
  offline = "The server couldn't be reached. Please check your connection and try again.",
): string {
  return error instanceof ApiFailure && error.status !== 0 ? error.message : offline;
}
