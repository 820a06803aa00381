import { useCallback, useEffect, useRef, useState } from 'react';
import type { Document } from '../../../api/contract/documents.ts';
import type { SyncStatus } from './sync/types.ts';
import type { DocumentForm } from './useDocumentForm.ts';

interface Props {
  form: Pick<DocumentForm, 'state' | 'byHand'>;
  /** "Publishing..." while the post is being published. */
  busy: string | null;
}

/** Says whether the changes are saved, and where. */
export function SaveStatus({ form: { state, byHand }, busy }: Props) {
  const { status } = state;
  const shown = byHand.outcome?.text ?? busy ?? TEXTS[status];
  const said = useAnnouncement(status, busy, byHand);
  const isSaid = said.text !== '' && said.text === shown;
  // Only one of the two is visible. Screen readers announce only the second one.
  return (
    <>
      <p data-sync={status}>{isSaid ? '' : shown}</p>
      <p role="status" className={isSaid ? '' : 'sr-only'}>
        <span key={said.count}>{said.text}</span>
      </p>
    </>
  );
}

const ON_DEVICE = 'Saved on this device only';

const TEXTS: Record<SyncStatus, string> = {
  blank: '',
  waiting: 'Saving...',
  saving: 'Saving...',
  saved: 'Saved',
  offline: 'Offline, saved on this device',
  retrying: "Couldn't save. Retrying...",
  // An alert says why.
  refused: "Couldn't save",
  'signed-out': ON_DEVICE,
  conflict: ON_DEVICE,
  trashed: ON_DEVICE,
  gone: ON_DEVICE,
};

/** Returns how bad a status is. Null for a passing one, which isn't announced. */
function badness(status: SyncStatus): number | null {
  if (status === 'waiting' || status === 'saving') return null;
  if (status === 'saved' || status === 'blank') return 0;
  return status === 'offline' || status === 'retrying' ? 1 : 2;
}

/**
 * What screen readers announce: that saving got worse, that all is well again, the outcome of a
 * manual save, and publishing. Not each autosave: there's one every second or two.
 */
function useAnnouncement(
  status: SyncStatus,
  busy: string | null,
  { isBusy, outcome }: DocumentForm['byHand'],
) {
  const [said, setSaid] = useState({ text: '', count: 0 });
  const before = useRef(0);
  const say = useCallback(
    (text: string) => setSaid(({ count }) => ({ text, count: count + 1 })),
    [],
  );
  useEffect(() => {
    const level = badness(status);
    if (level === null) return;
    const last = before.current;
    before.current = level;
    if (isBusy) return;
    // Level 2 has an alert, which is announced.
    if (level === 1 && last === 0) say(TEXTS[status]);
    if (level === 0 && last > 0) say('Your changes are on the server again.');
  }, [status, isBusy, say]);
  useEffect(() => say(outcome?.text ?? ''), [outcome, say]);
  useEffect(() => {
    if (busy) say(busy);
  }, [busy, say]);
  return said;
}

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
