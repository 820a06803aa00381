import type { DocumentRecord } from './document-records.ts';
import type { CommentRecord, PictureRecord, PostRecord } from './records.ts';
import type { RedirectRecord } from './redirect-records.ts';
import type { UserRecord } from './user-records.ts';

/** A checked and sanitized record, as the import writes it to its temporary file. */
export type Prepared =
  | { kind: 'users'; record: UserRecord }
  | { kind: 'pictures'; record: PictureRecord }
  | { kind: 'posts'; record: PostRecord }
  | { kind: 'documents'; record: DocumentRecord }
  | { kind: 'comments'; record: CommentRecord }
  | { kind: 'redirects'; record: RedirectRecord };
