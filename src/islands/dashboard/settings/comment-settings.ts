import type { Answer } from '../../../lib/api-types.ts';

type Stored = Answer<'GET /api/settings'>;

/** The settings of comments, as they are in the form. */
export interface CommentForm {
  commentLength: string;
  commentHold: Stored['commentHold'];
  /** One entry a line. */
  commentBlockList: string;
  reportsToHold: string;
  /** Empty: never. */
  commentsCloseAfterDays: string;
  /** Empty: without limit. */
  commentEditMinutes: string;
}

export function toForm(stored: Stored): CommentForm {
  return {
    commentLength: String(stored.commentLength),
    commentHold: stored.commentHold,
    commentBlockList: stored.commentBlockList.join('\n'),
    reportsToHold: String(stored.reportsToHold),
    commentsCloseAfterDays: String(stored.commentsCloseAfterDays ?? ''),
    commentEditMinutes: String(stored.commentEditMinutes ?? ''),
  };
}

export type FormErrors = Partial<Record<keyof CommentForm, string>>;

const NUMBERS = [
  ['commentLength', 50, 10_000],
  ['reportsToHold', 0, 1_000],
  ['commentsCloseAfterDays', 1, 3_650],
  ['commentEditMinutes', 1, 10_080],
] as const;
/** Settings that may be empty. */
const OPTIONAL: readonly string[] = ['commentsCloseAfterDays', 'commentEditMinutes'];

const MAX_ENTRIES = 1_000;
const MAX_ENTRY_LENGTH = 100;

/** Returns what's wrong with each field. */
export function errorsIn(form: CommentForm): FormErrors {
  const errors: FormErrors = {};
  for (const [name, min, max] of NUMBERS) {
    const text = form[name].trim();
    const isFine = text === '' ? OPTIONAL.includes(name) : isBetween(text, min, max);
    const range = `from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
    const or = OPTIONAL.includes(name) ? ', or leave it empty' : '';
    if (!isFine) errors[name] = `Enter a whole number ${range}${or}.`;
  }
  const entries = entriesOf(form);
  if (entries.length > MAX_ENTRIES) {
    errors.commentBlockList = 'The list can have at most 1,000 entries.';
  }
  const long = entries.find((entry) => entry.length > MAX_ENTRY_LENGTH);
  if (long !== undefined) {
    errors.commentBlockList = `An entry can have at most ${MAX_ENTRY_LENGTH} characters: “${long.slice(0, 30)}…”`;
  }
  return errors;
}

function isBetween(text: string, min: number, max: number): boolean {
  return /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max;
}

function entriesOf({ commentBlockList }: CommentForm): string[] {
  const lines = commentBlockList.split('\n').map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== '');
}

/** Returns the body that saves a form without errors. */
export function toStored(form: CommentForm) {
  const optional = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    commentLength: Number(form.commentLength),
    commentHold: form.commentHold,
    commentBlockList: entriesOf(form),
    reportsToHold: Number(form.reportsToHold),
    commentsCloseAfterDays: optional(form.commentsCloseAfterDays),
    commentEditMinutes: optional(form.commentEditMinutes),
  };
}
