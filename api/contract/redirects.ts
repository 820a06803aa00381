/** A redirect from any path. */
export interface PathRedirect {
  _id: string;
  /** A path. A `*` at its end stands for the rest of the path. */
  from: string;
  /** A path or a URL; a `*` at its end is replaced with the rest. Null: the page is gone. */
  to: string | null;
  status: 301 | 302 | 410;
  hits: number;
  createdAt: string;
}

export interface PathRedirectList {
  redirects: PathRedirect[];
  total: number;
}

/** The result of importing a CSV file, or of a dry run. */
export interface RedirectImport {
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** The first 100 refused lines. */
  refusals: RedirectRefusal[];
}

export interface RedirectRefusal {
  line: number;
  from: string;
  reason: string;
}

/** A path that was requested and not found. */
export interface MissingPath {
  path: string;
  hits: number;
  lastAt: string;
  /** The last page that linked to it: a URL without its query, or empty. */
  from: string;
}
