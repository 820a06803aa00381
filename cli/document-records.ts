import { z } from 'zod';
import { prepareContent } from '../api/content/sanitize.ts';
import { ApiError } from '../api/errors.ts';
import { title } from '../api/post-fields/input.ts';
import type { NewDocumentRow } from '../db/queries/documents.ts';
import type { RevisionRow } from '../db/queries/revisions.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_STATUSES,
  pick,
  REVISION_KINDS,
  VERSION_FIELDS,
} from '../db/schema.ts';
import { fieldsOf, reportLanguage } from './document-fields.ts';
import { type Context, type Raw, reportedTime, stringOf, timeOf, timesOf } from './raw-records.ts';
import {
  type CommentRecord,
  commentRecord,
  isPath,
  type PostRecord,
  postRecord,
} from './records.ts';

/** A document with everything that belongs to it. Dates in `document` are milliseconds. */
export interface DocumentRecord {
  id: string;
  updatedAt: number;
  document: Omit<NewDocumentRow, Times> & Record<Times, number | null>;
  revisions: (Omit<RevisionRow, 'createdAt' | 'documentId'> & { createdAt: number })[];
  /** The post of an unpublished or trashed document, with its comments. */
  hidden: { post: PostRecord; comments: CommentRecord[] } | null;
  /** Former slugs. */
  redirects: string[];
  views: [day: number, views: number][];
}

type Times = 'createdAt' | 'updatedAt' | (typeof OTHER_TIMES)[number];

/** Besides `createdAt` and `updatedAt`. */
const OTHER_TIMES = ['scheduledAt', 'publishedAt', 'publishedFor', 'trashedAt'] as const;

const time = z
  .unknown()
  .optional()
  .transform((at) => timeOf(at) ?? null);
const whole = z
  .number()
  .int()
  .max(2 ** 31 - 1);
const count = whole.nonnegative().catch(0);

const recordSchema = z.object({
  _id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  userId: z.string().max(64),
  kind: z.enum(DOCUMENT_KINDS).catch('post'),
  status: z.enum(DOCUMENT_STATUSES).catch('draft'),
  revision: whole.min(1).catch(1),
  publishedRevision: z.number().int().min(1).nullish().catch(null),
  scheduledAt: time,
  publishedAt: time,
  publishedFor: time,
  trashedAt: time,
  trashedFrom: z.enum(DOCUMENT_STATUSES).nullish().catch(null),
  createdAt: time,
  updatedAt: time,
  revisions: z.array(z.record(z.string(), z.unknown())).catch([]).default([]),
  hidden: z
    .object({
      post: z.record(z.string(), z.unknown()),
      comments: z.array(z.record(z.string(), z.unknown())).catch([]).default([]),
    })
    .nullish()
    .catch(null),
  redirects: z
    .array(z.string().regex(/^[a-z0-9-]{1,80}$/))
    .catch([])
    .default([]),
  views: z
    .array(z.tuple([count, count]))
    .catch([])
    .default([]),
});

const revisionSchema = z.object({
  number: whole.min(1),
  kind: z.enum(REVISION_KINDS).catch('auto'),
  name: z.string().max(100).catch(''),
  userId: z.string().max(64).catch(''),
  added: count,
  removed: count,
  createdAt: time,
  title: title.catch(''),
  content: z.string().catch(''),
  meta: z.record(z.string(), z.unknown()).catch({}),
});

/**
 * Validates a document and what belongs to it, and sanitizes its content. Reports what must be left
 * out; returns undefined for a document that can't be used.
 */
export function documentRecord(raw: Raw, context: Context): DocumentRecord | undefined {
  const leaveOut = (why: string) => {
    context.report.add('document', String(raw._id ?? ''), `Left out: ${why}`, raw);
    return undefined;
  };
  try {
    return validDocument(raw, context) ?? leaveOut('a field is invalid.');
  } catch (error) {
    if (error instanceof ApiError) return leaveOut(error.message);
    throw error;
  }
}

/** Throws a BadRequestError when the content is too long or has too many pictures. */
function validDocument(raw: Raw, context: Context): DocumentRecord | undefined {
  const parsed = recordSchema.safeParse(raw);
  const fields = fieldsOf(raw);
  if (!parsed.success || fields === undefined) return undefined;
  const { _id: id, revisions, hidden, redirects, views, ...rest } = parsed.data;
  reportLanguage('document', raw, id, context);
  for (const field of OTHER_TIMES) reportedTime('document', raw, field, context);
  const { createdAt, updatedAt } = timesOf('document', raw, id, context);
  const publishedRevision = rest.publishedRevision ?? null;
  const trashedFrom = rest.trashedFrom ?? null;
  return {
    id,
    updatedAt,
    document: {
      ...fields,
      ...rest,
      id,
      ...(rest.kind === 'page' && { slug: isPath(stringOf(raw.slug)) ? stringOf(raw.slug) : '' }),
      publishedRevision,
      trashedFrom,
      createdAt,
      updatedAt,
    },
    revisions: revisions.flatMap((each) => revisionRecord(each, id, context) ?? []),
    hidden: hidden ? hiddenRecord(id, hidden, context) : null,
    redirects,
    views,
  };
}

type RevisionRecord = DocumentRecord['revisions'][number];

function revisionRecord(raw: Raw, id: string, context: Context): RevisionRecord | undefined {
  try {
    return validRevision(raw, context.now);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.report.add('document', id, `A version was left out: ${error.message}`, raw);
    return undefined;
  }
}

function validRevision(raw: Raw, now: Date): RevisionRecord | undefined {
  const parsed = revisionSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { meta, content, createdAt, ...rest } = parsed.data;
  const fields = fieldsOf({ ...meta, title: rest.title, content });
  if (fields === undefined) return undefined;
  const prepared = prepareContent(content).content;
  return {
    ...rest,
    meta: pick(fields, VERSION_FIELDS),
    content: prepared,
    createdAt: createdAt ?? now.getTime(),
  };
}

function hiddenRecord(
  id: string,
  { post, comments }: { post: Raw; comments: Raw[] },
  context: Context,
): DocumentRecord['hidden'] {
  const record = postRecord({ ...post, _id: id }, context);
  if (record === undefined) return null;
  const kept = comments.flatMap((raw) => commentRecord({ ...raw, postId: id }, context) ?? []);
  return { post: record, comments: kept };
}
