import { redirectInput } from '../api/redirects/input.ts';
import type { PathRedirectRow } from '../db/queries/path-redirects.ts';
import { type Context, type Raw, type Spooled, stringOf, timeOf } from './raw-records.ts';

export type RedirectRecord = Spooled<
  Pick<PathRedirectRow, 'from' | 'to' | 'status' | 'createdAt'>
> & {
  /** The post that it leads to, which may get another slug here. */
  postId: string;
};

/** Validates a redirect of any path. Reports and returns `undefined` for one that isn't valid. */
export function redirectRecord(raw: Raw, { report, now }: Context): RedirectRecord | undefined {
  const { success, data, error } = redirectInput.safeParse(raw);
  if (success) {
    const createdAt = timeOf(raw.createdAt) ?? now.getTime();
    return { ...data, createdAt, postId: stringOf(raw.postId) };
  }
  const [issue] = error.issues;
  report.add('redirect', stringOf(raw.from), `Left out: ${issue?.message}`, raw);
  return undefined;
}
