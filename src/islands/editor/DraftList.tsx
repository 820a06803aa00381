import { useId, useState } from 'react';
import type { ListedDocument } from '../../../api/contract/documents.ts';
import { Icon } from '../../icons/Icon.tsx';
import { call } from '../../lib/api.ts';
import { toastWithUndo } from '../../stores/toast-with-undo.ts';
import { toast } from '../../stores/toasts.ts';
import { requestMessage } from '../ui/request.ts';
import { relativeTime } from '../ui/time.ts';
import { useNow } from '../ui/useNow.ts';

interface Props {
  documents: readonly ListedDocument[];
}

/** Drafts, collapsed into one line. */
export function DraftList({ documents }: Props) {
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const drafts = documents.filter(({ _id }) => !deleted.includes(_id));
  const remove = async ({ _id }: ListedDocument) => {
    setDeleted((all) => [...all, _id]);
    const show = () => setDeleted((all) => all.filter((id) => id !== _id));
    try {
      await call('POST /api/document/trash/:id', { id: _id });
      toastWithUndo('The draft is in the trash.', () => void restore(_id, show));
    } catch (error) {
      show();
      toast(requestMessage(error), 'error');
    }
  };
  return (
    // Hidden, not removed, so that it's still open when a deleted draft comes back.
    <details className="recent-drafts" hidden={drafts.length === 0}>
      <summary>
        Continue a draft
        <Icon name="chevron-down" size={18} />
      </summary>
      <ul>
        {drafts.map((draft) => (
          <Draft key={draft._id} draft={draft} onDelete={() => void remove(draft)} />
        ))}
      </ul>
    </details>
  );
}

async function restore(documentId: string, show: () => void): Promise<void> {
  try {
    await call('POST /api/document/restore/:id', { id: documentId });
    show();
  } catch (error) {
    toast(requestMessage(error), 'error');
  }
}

function Draft({ draft, onDelete }: { draft: ListedDocument; onDelete: () => void }) {
  const now = useNow();
  const id = useId();
  return (
    <li>
      <a href={`/update-post/${draft._id}`}>
        <span id={id} className="truncate">
          {draft.title || 'Draft without a name'}
        </span>
        <span className="text-muted text-xs">{relativeTime(draft.updatedAt, now)}</span>
      </a>
      <button
        type="button"
        className="icon-btn"
        aria-label="Delete draft"
        aria-describedby={id}
        onClick={onDelete}
      >
        <Icon name="trash" size={18} />
      </button>
    </li>
  );
}
