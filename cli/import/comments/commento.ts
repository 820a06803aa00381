import { z } from 'zod';
import type { ForeignComment, ForeignComments } from './source.ts';
import { commentDate, countUp } from './values.ts';

const text = z.string().catch('');
const exportSchema = z.object({
  comments: z.array(
    z.object({
      commentHex: z.string(),
      domain: text,
      url: text,
      commenterHex: text,
      markdown: text,
      parentHex: text,
      state: text,
      creationDate: text,
      deleted: z.boolean().catch(false),
    }),
  ),
  commenters: z.array(z.object({ commenterHex: z.string(), email: text, name: text })).catch([]),
});

/** Commento's JSON. Returns undefined for something else. */
export function commentoComments(json: unknown): ForeignComments | undefined {
  const parsed = exportSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const leftOut = new Map<string, number>();
  const people = new Map(parsed.data.commenters.map((each) => [each.commenterHex, each]));
  const comments = parsed.data.comments.flatMap((comment): ForeignComment[] => {
    if (comment.deleted) {
      countUp(leftOut, 'deleted');
      return [];
    }
    const person = people.get(comment.commenterHex);
    return [
      {
        id: comment.commentHex,
        parent: comment.parentHex === 'root' ? undefined : comment.parentHex || undefined,
        address: comment.url.startsWith('/')
          ? `https://${comment.domain}${comment.url}`
          : comment.url,
        title: '',
        writer: comment.commenterHex,
        name: person?.name || 'Guest',
        email: person?.email ?? '',
        content: comment.markdown,
        createdAt: commentDate(comment.creationDate),
        state: comment.state === 'approved' ? 'visible' : 'held',
      },
    ];
  });
  return { system: 'Commento', comments, leftOut };
}
