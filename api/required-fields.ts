import { z } from 'zod';

/**
 * Returns `schema` with a check for missing fields before the rules of each field. All missing
 * fields share one message.
 */
export function requireFields<T extends z.ZodType>(
  schema: T,
  message: string,
  hasMissing: (body: Record<string, unknown>) => boolean,
) {
  return z.preprocess((value: z.input<T>, context) => {
    if (!hasMissing(Object(value) as Record<string, unknown>)) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }, schema);
}
