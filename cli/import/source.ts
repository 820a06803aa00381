import type { ImportSystem } from '../../api/contract/imports.ts';
import type { ImportReport } from '../import-report.ts';
import type { RawRecord } from '../import-sources.ts';
import type { FileTree } from './file-tree.ts';

/** An account of this site. */
export interface Account {
  id: string;
  username: string;
}

export interface SourceContext {
  report: ImportReport;
  now: Date;
  /** The account of `--author`. It gets what has no author in the export. */
  author: Account | undefined;
  /** The address of the old site, from `--base-url`, without a slash at the end. */
  baseUrl: string | undefined;
  /**
   * Returns the account with this email, if it's safe to give it posts and comments: it verified
   * the email, or is an administrator, or `--merge` is set.
   */
  accountOf(email: string): Promise<Account | undefined>;
  /**
   * Writes what can't be imported to a file in `DATA_DIR` that only its owner can read. Returns its
   * name, such as `import-2025-01-05-03-15-00-members.csv`.
   */
  keepFile(name: string, text: string): Promise<string>;
  /**
   * Returns the id of the post here that was at this address, or is the only one with this title.
   */
  postAt(place: { address: string; title: string }): Promise<string | undefined>;
}

/** Throws a BadRequestError that says why the picture can't be used. */
export type PictureReader = () => Promise<Buffer>;

/** An export of another system. */
export interface ForeignSource {
  /** "WordPress export, 56 posts, 21 pages, 33 comments; 37 pictures on example.com" */
  summary: string;
  /** The address of the old site without a slash at the end, if the export has it. */
  oldSite?: string;
  /**
   * Yields records like those of our own export, in this order: users, posts, comments, documents,
   * redirects. Ids come from `stableId`, so that a second run changes nothing. Reports everything
   * that a record can't hold.
   */
  records(context: SourceContext): AsyncIterable<RawRecord>;
  /**
   * Returns a function that reads the picture at an address of the old site, if its file is in the
   * export.
   */
  pictureAt?(address: string): PictureReader | undefined;
  /** Whether it's an Inkwell site. */
  isOwn?: boolean;
  /** The bytes of an uploaded picture, by its name, if the source is an Inkwell site. */
  picture?(name: string): Promise<Buffer | undefined>;
  /** The origin of the exported site's feed ids. */
  feedOrigin?: string;
  /** Stored values of the exported site's settings. */
  siteSettings?: Record<string, unknown> | undefined;
}

/** What an import is asked to read. */
export interface ImportPath {
  path: string;
  /** The first 64 KiB of a file, as text. Empty for a folder or a zip. */
  head: string;
  /** The files of a folder or a zip. */
  tree: FileTree | undefined;
}

/** A kind of export. `formats.ts` lists all. */
export interface ForeignFormat {
  name: ImportSystem;
  /** Whether the path has such an export. Reads little. */
  recognizes(path: ImportPath): boolean | Promise<boolean>;
  /** Throws a CommandError if it can't be read. */
  open(path: ImportPath): Promise<ForeignSource>;
}
