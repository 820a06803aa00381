import { requestMessage, statusOf } from '../../../ui/request.ts';
import { type FieldError, fieldError, type SiteField } from './site-fields.ts';

/** A message about a field, or about the whole form. */
export type Failure = FieldError | { path: null; text: string };

/** Returns what to say about settings that weren't saved. */
export function failureOf(error: unknown, fields: readonly SiteField[]): Failure {
  if (statusOf(error) === 409) {
    return {
      path: null,
      text: 'Someone else changed these settings. Your changes are kept. Save again to apply them.',
    };
  }
  const text = requestMessage(error);
  return fieldError(fields, text) ?? { path: null, text };
}
