/** Systems that imports can read: their names for `--from` and in the dashboard. */
export const IMPORT_SYSTEMS = [
  ['inkwell', 'Inkwell'],
  ['wordpress', 'WordPress'],
  ['ghost', 'Ghost'],
  ['markdown', 'Markdown files'],
  ['medium', 'Medium'],
  ['substack', 'Substack'],
  ['disqus', 'Disqus'],
  ['comments', 'Comments from Commento, Isso or Remark42'],
] as const;

export type ImportSystem = (typeof IMPORT_SYSTEMS)[number][0];

/** The largest export that the dashboard takes, in bytes: 2 GiB. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3;
/** The browser sends an export in pieces of this size. */
export const IMPORT_CHUNK_BYTES = 4 * 1024 ** 2;

/** What the dashboard asks for when an upload begins. */
export interface ImportOptions {
  /** Null: detected from the content. */
  from: ImportSystem | null;
  /** The username of the account that gets content without an author. */
  author: string | null;
  /** The address of the old site, for exports that don't have it. */
  baseUrl: string | null;
  /** The address of the old site's sitemap, to check that its pages lead somewhere here. */
  sitemap: string | null;
  /** Whether pictures on other sites are copied or stay there. */
  pictures: 'fetch' | 'link';
  /** Also merges authors into accounts that never verified their email. */
  merge: boolean;
}

/**
 * Where an import is. `waiting`: the upload is complete, and a node will start the rehearsal.
 * `ready`: the rehearsal can be viewed, made public, or thrown away.
 */
export type ImportStatus =
  | 'uploading'
  | 'waiting'
  | 'rehearsing'
  | 'ready'
  | 'failed'
  | 'publishing'
  | 'published';

/** The result of a rehearsal. */
export interface RehearsalSummary {
  /** "WordPress export, 56 posts, 21 pages, 33 comments; 37 pictures on example.com" */
  source: string;
  /** Lines such as "posts: 56 added, 2 left out", as the terminal prints them. */
  tally: string[];
  /** Posts and pages in the report. */
  entries: number;
  /** Those of them with notes. */
  entriesWithNotes: number;
  /** Notes about anything else: users, comments, pictures, redirects. */
  notes: number;
  /** Old addresses that were checked, and those that would lead nowhere here. */
  addresses: number;
  unanswered: number;
}

/** The one import of a site: from its upload until it's public or thrown away. */
export interface ImportJob {
  id: string;
  /** The name of the uploaded file, or the path that the terminal was given. */
  name: string;
  /** In bytes; 0 if it was started on the terminal. */
  size: number;
  /** Bytes that have arrived. */
  received: number;
  status: ImportStatus;
  options: ImportOptions;
  /** ISO 8601. */
  createdAt: string;
  /** The username of the administrator; null: the terminal. */
  by: string | null;
  /** The current step, such as "Writing: 1,200 records". Null if nothing is running. */
  progress: string | null;
  /** Why the rehearsal failed, or why a `ready` one couldn't be made public. A sentence. */
  error: string | null;
  /** The path of the rehearsed site, which anyone who knows it can read. Null until it's ready. */
  address: string | null;
  summary: RehearsalSummary | null;
}

/** A post or page in the report of a rehearsal. */
export interface RehearsedEntry {
  id: string;
  kind: 'post' | 'page';
  title: string;
  state: 'public' | 'draft' | 'scheduled' | 'left out';
  /** Its address on the old site; null if the export doesn't have it. */
  oldAddress: string | null;
  /** Its path here, such as `/post/hello`. Null unless it's public. */
  newAddress: string | null;
  /** What was changed or left out. */
  notes: string[];
}

/** A note about anything but a post or page. */
export interface RehearsalNote {
  /** What it's about, such as `user`, `comment`, `picture` or `redirect`. */
  kind: string;
  id: string;
  what: string;
}

/** The lists of a rehearsal's report, each in the file `{name}.json` of its folder. */
export interface RehearsalReport {
  entries: RehearsedEntry[];
  notes: RehearsalNote[];
  /** Old addresses that would lead nowhere here. */
  unanswered: string[];
}

export type RehearsalList = keyof RehearsalReport;

/** The body of `GET /api/imports`. */
export interface ImportState {
  job: ImportJob | null;
}

/** The body of `GET /api/imports/report`: a part of one of the lists. */
export interface ReportPage<List extends RehearsalList = RehearsalList> {
  total: number;
  items: RehearsalReport[List];
}
