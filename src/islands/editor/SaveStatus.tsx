import type { Document } from '../../../api/contract/documents.ts';
import { requestMessage } from '../ui/request.ts';
import type { SyncState, SyncStatus } from './sync/types.ts';
import type { DraftStatus } from './useDraft.ts';

interface Props {
  state: SyncState;
  copy: DraftStatus;
  /** "Publishing..." while the post is being published. */
  busy: string | null;
}

/** Says whether the changes are saved, and where. */
export function SaveStatus({ state, copy, busy }: Props) {
  const { status, error } = state;
  if (copy === 'failed' && UNSAVED.includes(status)) {
    return (
      <p className="text-danger" role="alert">
        Not saved: the server doesn't have your changes, and this browser can't save a draft. Copy
        your text before you leave.
      </p>
    );
  }
  const text = status === 'refused' ? `Couldn't save: ${requestMessage(error)}` : TEXTS[status];
  return (
    <p role="status" data-sync={status} className={status === 'refused' ? 'text-danger' : ''}>
      {busy ?? text}
    </p>
  );
}

const UNSAVED: readonly SyncStatus[] = [
  'offline',
  'retrying',
  'signed-out',
  'refused',
  'conflict',
  'trashed',
  'gone',
];

const ON_DEVICE = 'Saved on this device only';

const TEXTS: Record<Exclude<SyncStatus, 'refused'>, string> = {
  blank: '',
  waiting: 'Saving...',
  saving: 'Saving...',
  saved: 'Saved',
  offline: 'Offline, saved on this device',
  retrying: "Couldn't save. Retrying...",
  'signed-out': ON_DEVICE,
  conflict: ON_DEVICE,
  trashed: ON_DEVICE,
  gone: ON_DEVICE,
};

/** What readers see of the document, where that isn't obvious. */
export function PublicState({ document }: { document: Document | null }) {
  if (document?.status === 'changed') {
    return (
      <span>
        <span className="max-sm:sr-only">Published · </span>unpublished changes
      </span>
    );
  }
  const text = document && PUBLIC[document.status];
  return text ? <span>{text}</span> : null;
}

const PUBLIC: Partial<Record<Document['status'], string>> = {
  published: 'Published',
  unpublished: 'Unpublished',
  scheduled: 'Scheduled',
};
