import { z } from 'zod';
import type { ForeignComment, ForeignComments } from './source.ts';
import { commentDate, countUp } from './values.ts';

const text = z
  .string()
  .nullish()
  .catch('')
  .transform((value) => value ?? '');
const id = z.union([z.string(), z.number()]).transform(String);
const exportSchema = z.array(
  z.object({
    id: z.string(),
    title: text,
    comments: z.array(
      z.object({
        id,
        parent: id.nullish().catch(null),
        author: text,
        email: text,
        text,
        created: z.union([text, z.number()]).transform(String),
        mode: z.number().catch(1).default(1),
      }),
    ),
  }),
);

/** 1: accepted, 2: in the queue, 4: deleted, but it has replies. */
const HELD = 2;
const DELETED = 4;

/** Isso's "generic" JSON: threads with their comments. Returns undefined for something else. */
export function issoComments(json: unknown): ForeignComments | undefined {
  const parsed = exportSchema.safeParse(json);
  if (!parsed.success || parsed.data.length === 0) return undefined;
  const leftOut = new Map<string, number>();
  const comments = parsed.data.flatMap((thread) =>
    thread.comments.flatMap((comment): ForeignComment[] => {
      if (comment.mode === DELETED) {
        countUp(leftOut, 'deleted');
        return [];
      }
      const inThread = (number: string) => `${thread.id} ${number}`;
      const parent = comment.parent ?? undefined;
      return [
        {
          id: inThread(comment.id),
          parent: parent === undefined ? undefined : inThread(parent),
          address: thread.id,
          title: decodeTitle(thread.title),
          writer: comment.email.toLowerCase(),
          name: comment.author || 'Guest',
          email: comment.email,
          content: comment.text,
          createdAt: commentDate(comment.created),
          state: comment.mode === HELD ? 'held' : 'visible',
        },
      ];
    }),
  );
  return { system: 'Isso', comments, leftOut };
}

/** Titles are encoded like the query of a URL. */
function decodeTitle(title: string): string {
  return new URLSearchParams(`t=${title.replaceAll(/[&#]/g, encodeURIComponent)}`).get('t') ?? '';
}
