import type { Document, DocumentKind } from '../../../../api/contract/documents.ts';
import type { Body } from '../../../lib/api-types.ts';
import type { Values } from './values.ts';

type NewDocument = Body<'POST /api/document/create'>;
type DocumentChanges = Body<'PUT /api/document/update/:id'>;

export interface DocumentServer {
  create(body: NewDocument): Promise<Document>;
  update(documentId: string, body: DocumentChanges): Promise<Document>;
  get(documentId: string): Promise<Document>;
  /** Returns the content as the server would store it. */
  normalize(values: Values): Promise<string>;
  /** Sends a last save while the page closes. Never throws or reports the outcome. */
  saveAtEnd(documentId: string | null, body: NewDocument | DocumentChanges): void;
}

export type SyncStatus =
  | 'blank'
  /** Something was typed, and will be saved in a moment. */
  | 'waiting'
  | 'saving'
  | 'saved'
  | 'offline'
  /** The server couldn't save it for now. */
  | 'retrying'
  | 'signed-out'
  /** The server doesn't accept it. `error` says why. */
  | 'refused'
  /** Another version was saved elsewhere: `theirs`. Nothing is saved until the author decides. */
  | 'conflict'
  | 'trashed'
  | 'gone';

export interface SyncState {
  status: SyncStatus;
  /** As the server has it. */
  document: Document | null;
  error?: unknown;
  theirs?: Document;
}

/** What a copy from an earlier page says about its document. */
export interface Resumed {
  revision?: number | null;
  clientId?: string | undefined;
  unanswered?: readonly Values[] | undefined;
}

export interface SyncOptions {
  server: DocumentServer;
  /** What a new document becomes. */
  kind: DocumentKind;
  /** Null for a new one. Its `revision` is the one that the form's content started from. */
  document: Document | null;
  /**
   * The id of a new document. A repeated `create` then finds the document that the first one made.
   */
  clientId: string;
  /** True if an earlier page may have sent `create` with this id. */
  mayExist?: boolean;
  values(): Values;
  onState(state: SyncState): void;
  /** Called when the document changed on the server other than by typing: the form must show it. */
  onReplaced(document: Document): void;
}
