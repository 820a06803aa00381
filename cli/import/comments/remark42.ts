import { z } from 'zod';
import { commentText } from '../comment-text.ts';
import type { ForeignComment, ForeignComments } from './source.ts';
import { commentDate, countUp } from './values.ts';

const text = z.string().catch('');
const commentSchema = z.object({
  id: z.string(),
  pid: text,
  text,
  orig: text,
  user: z.object({ id: text, name: text }),
  locator: z.object({ url: z.string() }),
  time: text,
  delete: z.boolean().catch(false),
  title: text,
});

/** Remark42's backup: JSON lines, the first with its version. Skips lines of other kinds. */
export function remark42Comments(lines: unknown[]): ForeignComments {
  const leftOut = new Map<string, number>();
  const comments = lines.flatMap((line): ForeignComment[] => {
    const parsed = commentSchema.safeParse(line);
    if (!parsed.success) return [];
    const { id, pid, orig, user, locator, time, title } = parsed.data;
    if (parsed.data.delete) {
      countUp(leftOut, 'deleted');
      return [];
    }
    return [
      {
        id,
        parent: pid || undefined,
        address: locator.url,
        title,
        writer: user.id,
        name: user.name || 'Guest',
        email: '',
        content: orig || commentText(parsed.data.text),
        createdAt: commentDate(time),
        state: 'visible',
      },
    ];
  });
  return { system: 'Remark42', comments, leftOut };
}

/** Whether the first line is that of a backup. */
export function isRemark42(first: unknown): boolean {
  return z.object({ version: z.number(), users: z.unknown() }).safeParse(first).success;
}
