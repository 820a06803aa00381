import type { Document } from '../../api/contract/documents.ts';
import { call } from '../lib/api.ts';
import { navigate } from '../lib/navigate.ts';
import { toastWithUndo } from './toast-with-undo.ts';
import { toast, toastAfterNavigation } from './toasts.ts';

const KEY = 'undo-publish';
/** Long enough to read the page that is now public, and to reach the button by keyboard. */
const LIFETIME_MS = 30_000;

interface Offer {
  text: string;
  id: string;
  /** The revision that was published. */
  revision: number;
  /** The revision that was public before. Null: there was none. */
  before: number | null;
}

/** Says on the next page of this tab that a post was published, with a button that undoes it. */
export function offerUndo(text: string, published: Document, before: Document | null): void {
  const { _id: id, revision } = published;
  const offer: Offer = { text, id, revision, before: before?.publishedRevision ?? null };
  if (offer.before === revision) {
    toastAfterNavigation(text);
    return;
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(offer));
  } catch {
    // Without storage, only the message is lost.
  }
}

/** Shows what the previous page offered. */
export function showOfferedUndo(): void {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (!stored) return;
    const offer = JSON.parse(stored) as Offer;
    toastWithUndo(offer.text, () => void undo(offer), LIFETIME_MS);
  } catch {
    // No storage, no message.
  }
}

async function undo(offer: Offer): Promise<void> {
  try {
    toastAfterNavigation(await takeBack(offer));
    navigate(`/update-post/${offer.id}`);
  } catch (error) {
    toast(error instanceof Error ? error.message : 'Something went wrong', 'error');
  }
}

/**
 * Hides a post that wasn't public before. Otherwise publishes the earlier revision again, and keeps
 * the later one as unpublished changes.
 */
async function takeBack({ id, revision, before }: Offer): Promise<string> {
  if (before === null) {
    await call('POST /api/document/unpublish/:id', { id });
    return 'No longer public. Your text is a draft again.';
  }
  await call('POST /api/document/republish/:id', { id, body: { number: before, revision } });
  return 'The earlier version is public again. Your changes are unpublished.';
}
