import { useState } from 'react';
import type { DocumentKind } from '../../../api/contract/documents.ts';
import { truncate } from '../../../api/contract/truncate.ts';
import { Icon } from '../../icons/Icon.tsx';
import { type Draft, deleteDraft, undeleteDraft } from '../../stores/post-drafts.ts';
import { Button } from '../ui/Button.tsx';
import { localTime } from '../ui/time.ts';
import type { Notice } from './form-state.ts';

interface OffersProps {
  drafts: readonly Draft[];
  onRestore: (draft: Draft) => void;
}

export function DraftOffers({ drafts, onRestore }: OffersProps) {
  return drafts.map((draft) => <Offer key={draft.id} draft={draft} onRestore={onRestore} />);
}

function Offer({ draft, onRestore }: { draft: Draft; onRestore: (draft: Draft) => void }) {
  const [isDiscarded, setIsDiscarded] = useState(false);
  const toggle = () => {
    void (isDiscarded ? undeleteDraft(draft) : deleteDraft(draft.id));
    setIsDiscarded(!isDiscarded);
  };
  const name = isDiscarded ? 'Discarded draft' : 'Unsaved draft';
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in
    <div role="group" className="draft-offer" aria-label={name}>
      <Icon name="history" size={20} className="mt-3 shrink-0" />
      <div className="min-w-0 grow basis-56 self-center">
        <p role="status" className="font-semibold text-sm">
          {isDiscarded
            ? 'Draft discarded.'
            : `You have an unsaved draft from ${localTime(draft.keptAt)}`}
        </p>
        {!isDiscarded && (
          <p className="truncate text-muted text-sm">{draft.title || firstWords(draft)}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isDiscarded && (
          <Button small variant="secondary" onClick={() => onRestore(draft)}>
            Restore
          </Button>
        )}
        <Button key="toggle" small variant="quiet" onClick={toggle}>
          {isDiscarded ? 'Undo' : 'Discard'}
        </Button>
      </div>
    </div>
  );
}

function firstWords({ ops = [] }: Draft): string {
  const text = ops.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('');
  return truncate(text.trim(), 80) || 'Untitled';
}

interface NoticeProps {
  kind: DocumentKind;
  notice: Notice;
  onDiscard: () => void;
  onRestore: (draft: Draft) => void;
  onDismiss: () => void;
}

/** Says that the form was restored or discarded. One button does the opposite. */
export function DraftNotice({ kind, notice, onDiscard, onRestore, onDismiss }: NoticeProps) {
  const isRestored = notice.kind === 'restored';
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in
    <div role="group" className="draft-notice" aria-label="Restored changes">
      <Icon name="history" size={18} className="mt-0.5 shrink-0" />
      <div role="status" className="min-w-0 grow">
        <p className="font-semibold">
          {isRestored ? 'We restored your unsaved changes.' : 'Changes discarded.'}
        </p>
        {isRestored && notice.isOutdated && (
          <p>The {kind} was updated since then. You can compare both versions when you save.</p>
        )}
      </div>
      <div className="draft-notice-buttons">
        <Button
          small
          variant="quiet"
          onClick={() => (isRestored ? onDiscard() : onRestore(notice.draft))}
        >
          {isRestored ? 'Discard' : 'Undo'}
        </Button>
        <button
          type="button"
          className="icon-btn"
          aria-label="Dismiss this notice"
          onClick={onDismiss}
        >
          <Icon name="x" size={18} />
        </button>
      </div>
    </div>
  );
}
