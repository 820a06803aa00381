import { ApiFailure } from '../../../../lib/api.ts';
import { codeOf, requestMessage } from '../../../ui/request.ts';

/** Returns what to say about a failed change. `unchanged`: for users who didn't confirm their identity. */
export function failureText(error: unknown, unchanged: string): string {
  if (codeOf(error) === 'reauthenticate') return unchanged;
  if (error instanceof ApiFailure || !(error instanceof Error)) return requestMessage(error);
  return error.message;
}
